# analysis/tests/test-baseline.R -- faster, slower and inconclusive cases.

# Launches of two algorithms, the second `factor` times as slow, over two
# lengths and three patterns.
made <- function(factor, launches = 10, noise = 0.02, simulated = FALSE) {
  set.seed(7)
  samples <- CJ(algorithm = c("gs", "ls"), bytes = c(8, 64), seed = 1:3,
                replicate = seq_len(launches), repetition = 1:5)
  # The samples of a launch are correlated.
  samples[, luck := rnorm(1, 0, noise), by = .(replicate)]
  samples[, time_ns := 1000 * bytes * seed * exp(luck + rnorm(.N, 0, noise)) *
            fifelse(algorithm == "ls", factor, 1)]
  samples[, `:=`(workload = "synthetic", procs = 4, nodes = NA, mode = "posted",
                 tasks_per_node = NA, mapping = "default", binding = "default")]
  list(samples = samples, simulated = simulated, of_workload = "bytes",
       parameters = data.table(name = "bytes", unit = "bytes", summary = ""),
       labels = c(gs = "GS", ls = "LS"))
}

test_that("a slower algorithm is found, with its ratio and the winner", {
  rows <- compare_algorithms(made(1.3), "gs")
  expect_equal(as.character(rows$case), c("bytes 8", "bytes 64"))
  expect_equal(rows$verdict, c("slower", "slower"))
  expect_equal(rows$ratio, c(1.3, 1.3), tolerance = 0.02)
  expect_true(all(rows$low > 1.25 & rows$high < 1.35 & rows$low < rows$high))
  expect_equal(rows$units, c(10, 10))
  expect_lt(max(rows$faster_share), 0.05)
  expect_equal(as.character(lowest_medians(made(1.3))$variant), c("gs", "gs"))
})

test_that("equal algorithms are inconclusive", {
  expect_equal(unique(compare_algorithms(made(1), "gs")$verdict), "cannot tell")
})

test_that("five launches have no interval", {
  rows <- compare_algorithms(made(1.3, launches = 5), "gs")
  expect_true(all(is.na(rows$low)))
  expect_equal(unique(rows$verdict), "cannot tell")
  expect_equal(launches_needed(1), 6)
  expect_equal(launches_needed(25), 10)
  expect_equal(launches_advised(48), c(15, 20))
})

test_that("on a simulated machine a pattern is the observation", {
  one <- made(1.3, launches = 1, simulated = TRUE)
  expect_equal(unique(compare_algorithms(one, "gs")$units), 3)
})

test_that("a later version that is slower is found", {
  rows <- compare_results(made(1), made(1.2))
  expect_equal(rows[variant == "ls", unique(verdict)], "slower")
  expect_equal(rows[variant == "gs", unique(verdict)], "cannot tell")
  same <- made(1, simulated = TRUE)
  expect_equal(unique(compare_results(same, same)$ratio), 1)
  other <- made(1)
  other$samples[, algorithm := paste0(algorithm, "2")]
  expect_error(compare_results(made(1), other), "no case in common")
})

test_that("two groups of launches have their own numbers", {
  expect_equal(launches_needed(1, in_pairs = FALSE), 4)
  expect_equal(launches_needed(4, in_pairs = FALSE), 5)
  said_of <- function(before, now) {
    rows <- compare_results(made(1, launches = before),
                            made(1.3, launches = now))
    capture.output(print_comparison(rows, "than before", "launches", FALSE))
  }
  expect_equal(tail(said_of(3, 4), 1), paste(
    "4 comparisons need 5 launches on either side, which decide only if all",
    "agree; use 9 to 14; there are 3 before and 4 now"))
  # Five and five decide if all agree; so do three and nine.
  expect_match(tail(said_of(5, 5), 1), "there are 5 before and 5 now$")
  expect_match(tail(said_of(3, 9), 1), "there are 3 before and 9 now$")
  expect_match(tail(said_of(9, 9), 1), "^ls: of 2 cases")
  rows <- compare_results(made(1, launches = 3), made(1.3, launches = 9))
  expect_equal(unique(rows[, c(units, units_base)]), c(9, 3))
  expect_equal(unique(rows$verdict), c("cannot tell", "slower"))
})

test_that("an unknown baseline is refused", {
  expect_error(compare_algorithms(made(1), "rex"), "accepted: gs, ls")
})

test_that("a comparison is drawn and printed", {
  rows <- compare_algorithms(made(1.3), "gs")
  expect_s3_class(figure_baseline(rows, "title", "caption"), "ggplot")
  expect_output(print_comparison(rows, "than gs", "launches"),
                paste("ls: of 2 cases faster than gs in 0, slower in 2,",
                      "cannot tell in 0"))
  expect_output(print_comparison(rows, "than gs", "launches"),
                "Holm over all 2 comparisons", fixed = TRUE)
  # By medians, which a test need not confirm, and the line says so.
  expect_output(print_lowest(lowest_medians(made(1.3))),
                "^lowest median, not tested, of 2 cases: gs in 2$")
})

test_that("a sweep with nothing to compare is refused", {
  alone <- made(1)
  alone$samples <- alone$samples[algorithm == "gs"]
  expect_error(compare_algorithms(alone, "gs"),
               "baseline 'gs': nothing else ran in the same launches")
})
