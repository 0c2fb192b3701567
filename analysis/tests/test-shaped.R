# analysis/tests/test-shaped.R -- schedulers on links of a set rate.

# Ten launches of four algorithms: scattered takes 0.8 of the library's time,
# and as long at half the rates; gs 0.5, and twice as long. `auto` takes 0.6,
# with a file 0.55.
shaped_launches <- function() {
  times <- c(alltoallv_auto = 60, gs = 50, mpi_alltoallv = 100, scattered = 80)
  whole <- CJ(part = "base", run = "whole", algorithm = names(times),
              forced = "", bytes = 65536L, replicate = 1:10)
  whole[, `:=`(time_us = times[algorithm] * (1 + replicate / 1000),
               bound_us = 40, taken = "", drops = 0L, retransmissions = 2L,
               softirq_ms = 10)]
  half <- copy(whole)[replicate <= 3][, run := "half"]
  half[algorithm == "gs", time_us := time_us * 2]
  choice <- copy(whole)[algorithm == "alltoallv_auto"][
    , `:=`(run = "choice", taken = "scattered window:32")]
  file <- copy(choice)[, `:=`(run = "file", time_us = time_us * 55 / 60,
                              taken = "gs posted")]
  rbind(whole, half, choice, file)
}

test_that("cells are compared with the library's in the same launch", {
  cells <- compare_shaped(shaped_launches())
  expect_equal(cells$algorithm,
               c("alltoallv_auto", "gs", "mpi_alltoallv", "scattered"))
  expect_equal(cells$ratio, c(0.6, 0.5, 1, 0.8), tolerance = 1e-6)
  expect_equal(cells$launches, rep(10, 4))
  expect_true(all(cells$low <= cells$ratio & cells$ratio <= cells$high))
})

test_that("times that do not grow at half the rates are the processor's", {
  cells <- compare_shaped(shaped_launches())
  expect_equal(cells$limited_by,
               c("processor", "network", "processor", "processor"))
  expect_equal(cells$growth[2], 2, tolerance = 0.01)
  lossy <- shaped_launches()[algorithm == "scattered", drops := 5L]
  expect_equal(compare_shaped(lossy)$limited_by[4], "loss")
  long <- shaped_launches()[run == "half", time_us := 4 * time_us]
  expect_equal(compare_shaped(long)$limited_by[2], "unclear")
  none <- compare_shaped(shaped_launches()[run == "whole"])
  expect_equal(none$limited_by, rep("", 4))
})

test_that("the fastest is printed first, with its bound", {
  launches <- shaped_launches()[algorithm == "scattered" & run == "half",
                                time_us := 2 * time_us]
  cells <- compare_shaped(launches)
  contrasts <- contrast_shaped(launches, cells)
  expect_equal(contrasts$algorithm, "gs") # the library's is the processor's
  expect_equal(contrasts$ratio, 50 / 80, tolerance = 1e-6)
  lines <- capture.output(print_shaped(cells, contrasts))
  expect_match(lines[2], "^base +65536 bytes +gs +0.6[23] \\[.*\\]$")
  expect_match(lines[4], "base, messages of 65536 bytes, bound 40 us")
  expect_match(lines[5], "^gs .* 0.50 \\[0.50, 0.50\\]  x1.99 at half, network")
  expect_match(lines[8], "^mpi_alltoallv")
})

test_that("a choice of `auto` has the times of what it takes", {
  rows <- shaped_launches()[run %in% c("whole", "file")]
  rows[, `:=`(seed = "1", mode = "posted")]
  rows[run == "whole" & is_auto(algorithm), taken := "scattered posted"]
  both <- times_of_taken(rows)
  expect_equal(both[run == "choice", time_us],
               rows[algorithm == "scattered", time_us])
  taken <- both[run == "file"]
  expect_equal(taken$time_us, rows[algorithm == "gs", time_us])
  expect_equal(unique(taken[, .(run, algorithm, taken)]),
               data.table(run = "file", algorithm = "alltoallv_auto",
                          taken = "gs posted"))
  # Nothing else ran it so.
  rows[run == "file", taken := "gs synchronous"]
  expect_equal(nrow(times_of_taken(rows)[run == "file"]), 0)
})

test_that("auto is compared with what other launches found fastest", {
  regret <- regret_shaped(shaped_launches())
  expect_equal(regret$fastest, "gs")
  expect_equal(regret$regret, 60 / 50, tolerance = 1e-6)
  expect_equal(regret$with_file, 55 / 50, tolerance = 1e-6)
  # Launches in which gs was fast by chance do not count for it.
  lucky <- shaped_launches()[run == "whole" & algorithm == "gs" &
                               replicate %% 2 == 0, time_us := 90]
  expect_equal(regret_shaped(lucky)$regret, sqrt(60 / 90 * 60 / 80),
               tolerance = 0.01)
  alone <- regret_shaped(shaped_launches()[run %in% c("whole", "choice")])
  expect_true(is.na(alone$with_file))
  expect_match(capture.output(print_regret(alone)), "not measured", all = FALSE)
  # What the processor limits is in no mean.
  expect_match(capture.output(print_regret(regret)), "not measured",
               all = FALSE)
  slow <- shaped_launches()[run == "half" & algorithm != "gs",
                            time_us := 2 * time_us]
  expect_match(capture.output(print_regret(regret_shaped(slow))),
               "with the file:  1.10 in 1 cells", all = FALSE)
})

test_that("the csv has all that is compared", {
  launches <- shaped_launches()
  again <- kept_launches(keep_launches(launches))
  expect_equal(compare_shaped(again), compare_shaped(launches),
               tolerance = 1e-4)
  expect_equal(regret_shaped(again), regret_shaped(launches),
               tolerance = 1e-4)
})

test_that("the busiest link bounds", {
  messages <- data.table(src = c(0, 0, 1, 2), dst = c(1, 2, 3, 3),
                         bytes = c(1000, 100, 10, 1))
  links <- list(nodes = 4, ranks_per_node = 1, rate_mbit_s = 8)
  expect_equal(bound_of_links(messages, links), 1100)
  # Nodes of two ranks: 0 and 1 send 100 and 10 away.
  links$ranks_per_node <- 2
  links$nodes <- 2
  expect_equal(bound_of_links(messages, links), 110)
  # Four nodes in two groups: the same crosses trunks of a hundredth.
  links <- list(nodes = 4, ranks_per_node = 1, rate_mbit_s = 8,
                trunk = list(groups = 2, rate_mbit_s = 0.08))
  expect_equal(bound_of_links(messages, links), 11000)
})

# "0.86 [0.79, 0.93]" of each row.
words_of <- function(rows) rows[, format_ratio(ratio, low, high)]

test_that("docs/real-network.md has the frozen answers", {
  kept <- read_frozen(file.path(root, "paper", "data", "shaped.csv"))
  launches <- kept_launches(kept)
  cells <- compare_shaped(launches)
  contrasts <- contrast_shaped(launches, cells)
  answers <- answers_shaped(contrasts)
  text <- gsub("\\s+", " ", paste(readLines(
    file.path(root, "docs", "real-network.md")), collapse = " "))
  long <- answers[bytes %in% c(65536, 262144)][order(bytes, algorithm)]
  rows <- long[, .(row = paste(c("", sprintf("`%s`", part), format_ratio(
    ratio, low, high), ""), collapse = " | ")), by = part]
  of_papers <- contrasts[
    algorithm %in% c("ls", "ps", "bs", "gs") & bytes >= 65536]
  lossy <- of_papers[startsWith(part, "shallow") & bytes == 65536]
  slow <- of_papers[!lossy, on = .(part, bytes), range(ratio)]
  fast <- lossy[part == "shallow_bbr" & algorithm != "ls", range(ratio)]
  steps <- contrasts[startsWith(part, "in_step") & bytes == 262144 &
                       !is_mpi_call(algorithm)]
  # The time of one step over that of another.
  effect <- function(one, of, at = 262144, in_part = "in_step") words_of(
    contrast_shaped(launches, cells, of)[
      part == in_part & bytes == at & algorithm == one])
  eager <- cells[bytes == 262144 & algorithm == "scattered window:32"]
  limit <- eager[part == "in_step_eager"]
  fits <- contrasts[is_auto(algorithm), range(ratio)]
  regrets <- regret_shaped(launches)
  worst <- regrets[(decides)][order(-with_file)][1:5, sprintf(
    "| `%s` | %d | %s | %.2f | %.2f |", part, bytes, taken_with_file, regret,
    with_file)]
  resent <- function(of) kept[
    run == "whole" & bytes == 65536 & part == of & algorithm == "scattered",
    retransmissions]
  fewest <- function(of, at) words_of(
    answers[part == of & bytes == at & algorithm == "edge_colouring"])
  for (words in c(
    sprintf("it takes %s of the time at 64 KB and %s at 256 KB",
            fewest("density_1", 65536), fewest("density_1", 262144)),
    paste("schedules cost, up to", words_of(long[which.max(ratio)])),
    sprintf("schedules cost: %s at 256 KB", fewest("shallow", 262144)),
    sprintf("`edge_colouring` takes %s of the time at 64 KB, undecided",
            fewest("shallow_bbr", 65536)),
    sprintf("take %.2f to %.2f of the time", slow[1], slow[2]),
    sprintf("with BBR take %.2f to %.2f", fast[1], fast[2]),
    trimws(rows$row), words_of(steps),
    paste("`edge_colouring` takes",
          effect("edge_colouring window:1", "scattered window:1")),
    paste("and", effect("edge_colouring posted", "scattered posted"),
          "in `posted`; `rs_n` takes",
          effect("rs_n window:1", "scattered window:1"), "and",
          effect("rs_n posted", "scattered posted")),
    paste("one in place of 32 takes",
          effect("scattered window:1", "scattered window:32")),
    paste("costs `edge_colouring`",
          effect("edge_colouring posted", "edge_colouring window:1")),
    paste("rounds cost it", effect("edge_colouring posted",
                                   "edge_colouring window:1", 65536)),
    paste("BBR one message at once takes",
          effect("scattered window:1", "scattered window:32", 65536,
                 "in_step_bbr")),
    sprintf("%.0f ms rather than %.0f", limit$time_us / 1000,
            eager[part == "in_step", time_us] / 1000),
    sprintf("%.2f of the bound", limit[, time_us / bound_us]),
    sprintf("%.2f to %.2f of the time of what it takes", fits[1], fits[2]),
    sprintf("without a file %s; with it %s",
            describe_regret(regrets, "regret"),
            describe_regret(regrets, "with_file")), worst,
    sprintf("%d, with Reno %d", resent("shallow_bbr"), resent("shallow"))))
    expect_true(grepl(words, text, fixed = TRUE), info = words)
})
