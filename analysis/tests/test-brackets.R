# analysis/tests/test-brackets.R -- printed times between two surrogates.

cells <- as_ledger(data.table(
  paper = "wang1993", table = "6", case = "bytes=16;points=2800",
  algorithm = c("ac", "lp", "rs_n", "drs_n", "rs_nh"), quantity = "time",
  unit = "ms", published = c("10.0", "10.0", "10.0", "10.0", "10.0"),
  reproduced = c(9, 8, 11, 10.54, 9.40), role = "surrogate", machine = "m",
  verdict = "within 25%", workload = "airfoil"))
second <- copy(cells)[, `:=`(
  reproduced = c(12, 7, 13, 12, 9.48), role = "shown",
  workload = "airfoil_random")]
both <- rbind(cells, second)

# The root of a project with another experiments.csv.
with_experiments <- function(change) {
  folder <- another_root("sweeps.tsv")
  lines <- readLines(file.path(root, "paper", "experiments.csv"))
  writeLines(change(lines), file.path(folder, "paper", "experiments.csv"))
  folder
}

test_that("the verdict allows 5% from the last printed digit", {
  expect_equal(bracket_verdict("10.0", c(9, 10.56, 10.54, 10.6, NA),
                               c(12, 12, 12, 9.4, 9)),
               c("between", "below both", "between", "between", "not run"))
  # 9.95 / 1.05 is 9.476.
  expect_equal(bracket_verdict("10.0", c(9.47, 9.48), c(9, 9)),
               c("above both", "between"))
})

test_that("a row has both traffics, whichever takes longer", {
  rows <- bracket_cells(both)
  expect_equal(rows$verdict, c("between", "above both", "below both",
                               "between", "between"))
  expect_equal(rows$counted, cells$reproduced)
  expect_equal(rows$shown, second$reproduced)
  expect_equal(unique(rows$shown_workload), "airfoil_random")
  expect_match(describe_brackets(rows),
               "^wang1993, Table 6: 3 of 5 printed times between airfoil and ")
})

test_that("a bracket has two traffics on one machine", {
  expect_equal(nrow(bracket_cells(cells)), 0)
  expect_equal(nrow(bracket_cells(rbind(
    cells, copy(second)[, machine := "other"]))), 0)
  expect_null(figure_brackets(bracket_cells(cells), character(), "m"))
})

test_that("a bar goes from one surrogate to the other, over the printed time", {
  labels <- c(ac = "Asynchronous (AC)", lp = "LP", rs_n = "RS_N",
              drs_n = "DRS_N", rs_nh = "RS_NH")
  plot <- figure_brackets(bracket_cells(both), labels, "m")
  bars <- Filter(function(layer) all(c("ymin", "ymax") %in% names(layer)),
                 ggplot_build(plot)$data)[[1]]
  expect_equal(10^bars$ymin, pmin(cells$reproduced, second$reproduced) / 10)
  expect_equal(10^bars$ymax, pmax(cells$reproduced, second$reproduced) / 10)
  model <- table_brackets(bracket_cells(both), "wang1993")
  expect_equal(model$titles[5:6], c("airfoil [ms]", "airfoil_random [ms]"))
})

test_that("a shown traffic changes no count", {
  expect_equal(score_tables(both, NULL), score_tables(cells, NULL))
  expect_equal(describe_reasons(both), describe_reasons(cells))
  first <- cbind(cells, commit = "abcdef0")
  expect_equal(compare_first_run(first, both, c(m = "b")),
               compare_first_run(first, cells, c(m = "b")))
  lines <- capture.output(print_cells(both))
  expect_match(lines[3], "^bytes=16;points=2800  m  ")
  expect_match(lines[4], "^bytes=16;points=2800  m, airfoil_random  ")
})

test_that("exact numbers are not shown a second time", {
  table6 <- published[paper == "wang1993" & table == "6"]
  samples <- data.table(
    case = "bytes=16;points=2800", algorithm = c("ac", "lp", "lp"), seed = 1,
    replicate = 1, parameters = "", time_ns = 7e6, build_ns = 0, rounds = 31,
    workload = "w")
  shown <- function(results) {
    rows <- ledger_times(copy(table6), results, no_declarations, "m", "shown")
    rows[, paste(algorithm, quantity, role)]
  }
  # Neither the building time of AC nor the rounds of LP.
  expect_equal(shown(list(samples = samples)),
               c("ac time shown", "lp time shown", "lp build_time shown"))
  expect_equal(shown(NULL), character())
})

test_that("two traffics of one role are refused, not averaged", {
  published <- data.table(paper = "wang1993", table = "6",
                          case = "bytes=16;points=2800", algorithm = "lp",
                          quantity = "time", unit = "ms", value = "6.796")
  samples <- data.table(case = "bytes=16;points=2800", algorithm = "lp",
                        seed = 1, replicate = 1, parameters = "", time_ns = 7e6,
                        workload = c("airfoil", "airfoil_random"))
  of <- function(rows) ledger_times(copy(published), list(samples = rows),
                                    no_declarations, "m")
  expect_error(of(samples), paste("wang1993 6, bytes=16;points=2800: traffic",
                                  "of airfoil and airfoil_random; accepted:"))
  expect_equal(of(samples[2])$workload, "airfoil_random")
})

test_that("a role that is not in the list is refused", {
  folder <- with_experiments(function(lines) sub(",shown,", ",bracket,", lines))
  expect_error(read_experiments(folder, "nowhere"), paste(
    "experiments.csv:[0-9]+: role 'bracket'; accepted: prediction surrogate",
    "shown beyond measured"))
})

test_that("what is shown next to nothing is refused", {
  folder <- with_experiments(function(lines) {
    lines[!grepl("wang1993,6,.*,surrogate,", lines)]
  })
  expect_error(read_experiments(folder, "nowhere"), paste(
    "experiments.csv:[0-9]+: wang1993 6 is shown and counts nowhere; accepted"))
})

# Table 6 of wang1993 by the frozen results, with its reasons.
table6 <- local({
  frozen <- file.path(root, "paper", "data", "results.tar.xz")
  listed <- read_experiments(root, open_results(frozen))
  listed <- listed[paper == "wang1993" & table == "6"]
  runs <- sapply(unique(listed$folder), read_results, simplify = FALSE)
  rows <- ledger_simulated(listed, published, runs)$ledger
  note_misses(rows, read_misses(root))
  rows
})

test_that("reasons of Table 6 are those that its brackets support", {
  brackets <- split_case(bracket_cells(table6))
  expect_equal(brackets[, .N, keyby = verdict]$N, c(2, 19, 24))
  far <- split_case(table6[role == "surrogate" & quantity == "time" &
                             verdict %in% far_verdicts])
  expect_gt(nrow(far), 0)
  for (i in seq_len(nrow(far))) {
    one <- far[i]
    # Not every length has a second surrogate.
    own <- brackets[algorithm == one$algorithm & points == one$points]
    if (one$bytes %in% own$bytes)
      own <- own[bytes == one$bytes]
    supported <- c(if ("between" %in% own$verdict) "are between those of two",
                   if ("below both" %in% own$verdict) "below those of both")
    expect_match(one$note, paste0("^supported: .*(", paste(
      supported, collapse = "|"), ")"),
      info = paste(one$algorithm, one$case))
  }
})

test_that("building times of rs_n are too cheap with the printed counts, too", {
  times <- table6[quantity == "build_time" & algorithm == "rs_n"]
  expect_setequal(times$workload, c("airfoil", "airfoil_random"))
  expect_true(all(times$reproduced < 0.6 * as.numeric(times$published)))
})
