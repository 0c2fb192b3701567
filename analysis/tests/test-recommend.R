# analysis/tests/test-recommend.R -- which algorithm a sweep recommends.

# Ten launches; `times` by algorithm, each a function of bytes, in ns. Noise is
# the same for all algorithms of a launch, so that pairs have none.
make_sweep <- function(times, bytes = c(64, 1024), launches = 10) {
  rows <- CJ(algorithm = names(times), bytes = bytes, replicate =
               seq_len(launches), sorted = FALSE)
  rows[, time_ns := mapply(function(algorithm, bytes, replicate)
    times[[algorithm]](bytes) * (1 + replicate / 100), algorithm, bytes,
    replicate)]
  rows <- do.call(samples_with, c(rows, list(
    parameters = paste0("bytes=", rows$bytes), total_bytes = 12 * rows$bytes)))
  list(samples = rows, simulated = FALSE, of_workload = "bytes",
       parameters = data.table(name = "bytes", unit = "bytes",
                               summary = "of a message"),
       labels = c(gs = "Greedy (GS)", bs = "Balanced (BS)", ac = "AC"),
       verdicts = data.table(cell = 1, verdict = "VALID", reason = NA))
}

test_that("the faster one is recommended, with gain and interval", {
  found <- recommend(make_sweep(list(
    gs = function(bytes) 1000, bs = function(bytes) 2000,
    ac = function(bytes) 3000)))
  expect_equal(found$cases$choice, c("gs", "gs"))
  expect_equal(found$cases$known, c("faster", "faster"))
  expect_equal(found$cases$gain, c(2, 2), tolerance = 1e-6)
  expect_true(all(found$cases$gain_low > 1.9 & found$cases$gain_high < 2.1))
  merged <- merge_cases(found$cases, found$factors)
  expect_equal(merged$number, 2)
  expect_equal(words_of_places(found$cases$bytes, merged$bytes.from,
                               merged$bytes.to), "64 to 1024")
})

test_that("where intervals include 1, no difference is claimed", {
  results <- make_sweep(list(gs = function(bytes) 1000,
                             bs = function(bytes) 1000 + 0 * bytes))
  # Each is faster in half of the launches.
  results$samples[algorithm == "bs",
                  time_ns := time_ns * fifelse(replicate %% 2 == 0, 1.3, 0.8)]
  found <- recommend(results)
  expect_equal(found$cases$known, c("none", "none"))
  expect_true(all(found$cases$gain_low <= 1 & found$cases$gain_high >= 1))
  expect_match(paste(describe_recommended(found, results), collapse = " "),
               "in 2 no difference from another could be shown")
  expect_match(table_recommended(found, results)$rows$`what is known`,
               "^no difference could be shown from ")
  results$samples[, time_ns := 1000]
  expect_equal(recommend(results)$cases$known, c("equal", "equal"))
})

test_that("too few launches have no interval", {
  results <- make_sweep(list(gs = function(bytes) 1, bs = function(bytes) 2),
                        launches = 5)
  found <- recommend(results)
  expect_equal(found$cases$known, c("few", "few"))
  expect_equal(found$cases$gain, c(2, 2))
  expect_true(all(is.na(found$cases$gain_low)))
  results$simulated <- TRUE
  expect_equal(recommend(results)$cases$known, c("pattern", "pattern"))
})

test_that("ranges follow the recommendation, with gaps between them", {
  results <- make_sweep(list(
    gs = function(bytes) if (bytes < 100 || bytes > 5000) 1000 else 3000,
    bs = function(bytes) 2000), bytes = c(16, 64, 1024, 4096, 16384))
  found <- recommend(results)
  merged <- merge_cases(found$cases, found$factors)
  expect_equal(merged$choice, c("gs", "bs", "gs"))
  expect_equal(words_of_places(found$cases$bytes, merged$bytes.from,
                               merged$bytes.to),
               c("16 to 64", "1024 to 4096", "16384"))
  expect_equal(found$ranked$variant[1], "gs")
  expect_equal(found$ranked$most[1], 1.5)
})

test_that("one algorithm alone, and no message, recommend nothing", {
  alone <- make_sweep(list(gs = function(bytes) 1000))
  expect_null(recommend(alone))
  alone$samples[, time_ns := 0]
  expect_null(recommend(alone))
  expect_false(has_map(NULL))
})

test_that("names keep what distinguishes them", {
  labels <- c(gs = "Greedy (GS)", mpi_bcast = "MPI_Bcast")
  expect_equal(label_variant(c("gs, mode posted", "gs",
                               "mpi_bcast, mode library, selector ring",
                               "mpi_bcast, mode library"), labels),
               c("Greedy (GS), mode posted", "Greedy (GS)",
                 "MPI_Bcast, selector ring", "MPI_Bcast"))
  expect_equal(words_of_tied(c("a", "b", "c", "d"), 9), "a, b, c and 1 more")
  expect_equal(words_of_tied(c("a", "b"), 2), "any other")
  expect_equal(shorten(c("short", strrep("x", 9)), 5),
               c("short", "xx\u2026xx"))
})

test_that("a map has the sizes across, and no more panels than can be read", {
  results <- make_sweep(list(gs = function(bytes) 1000,
                             bs = function(bytes) 2000))
  found <- recommend(results)
  expect_true(has_map(found))
  drawn <- figure_map(found, results$labels, results$parameters, "title")
  expect_silent(ggplot2::ggplot_build(drawn))
  expect_equal(drawn$labels$title, "Greedy (GS) in 2 of 2 cases")
  many <- list(factors = c("bytes", "density", "procs"),
               cases = CJ(bytes = 1:3, density = 1:2, procs = 1:20))
  expect_equal(axes_of_map(many$cases, many$factors)[c("across", "rest")],
               list(across = "bytes", rest = "procs"))
  expect_false(has_map(many))
})

test_that("the curves that are drawn are those nearest to the fastest", {
  results <- make_sweep(setNames(lapply(1:9, function(i) {
    function(bytes) 1000 * i
  }), letters[1:9]))
  chosen <- choose_curves(summarise_sweep(results), results)
  expect_equal(unique(chosen$cases$algorithm), letters[1:7])
  expect_equal(chosen$left_out, 2)
})
