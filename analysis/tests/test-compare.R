# analysis/tests/test-compare.R -- verdicts, intervals, cases; the coverage of
# intervals over launches.

test_that("a printed decimal is an interval", {
  expect_equal(printed_interval("10.50"), list(low = 10.495, high = 10.505))
  expect_equal(printed_interval("31"), list(low = 30.5, high = 31.5))
  expect_equal(distance(10.504, "10.50"), 1)
  expect_equal(distance(10.505 * 1.2, "10.50"), 1.2)
  expect_equal(distance(10.495 / 1.2, "10.50"), 1.2)
})

test_that("verdicts use the nearest end of the interval, in both directions", {
  expect_equal(predicted_verdict(c(100, 105, 111, 125, 150, 151, NA),
                                 rep("100.0", 7)),
               c("within 5%", "within 5%", "within 25%", "within 25%",
                 "within 50%", "beyond 50%", "not run"))
  expect_equal(predicted_verdict(100 / 1.25, "100.0"), "within 25%")
  expect_equal(predicted_verdict(100 / 1.27, "100.0"), "within 50%")
  expect_equal(exact_verdict(c("6", "7", NA), c("6", "6", "6")),
               c("exact", "contradicts", "not run"))
})

test_that("the interval of a median is that of the sign test", {
  # n = 10: order statistics 2 and 9 cover with probability 0.979.
  expect_equal(median_interval(10:1), c(2, 9))
  # n = 5: even the extremes cover with only 0.9375.
  expect_true(all(is.na(median_interval(1:5))))
  expect_equal(median_interval(1:40), c(14, 27))
  covered <- vapply(seq_len(2000), function(i) {
    set.seed(i)
    ends <- median_interval(rexp(15))
    ends[1] <= log(2) && log(2) <= ends[2]
  }, TRUE)
  expect_gte(mean(covered), 0.95)
})

test_that("a pattern of a launch counts once, with its samples' median", {
  samples <- data.table(algorithm = "gs", case = "bytes=256;density=0.5",
                        seed = c(1L, 1L, 1L, 2L), replicate = 1L,
                        parameters = "density=0.5",
                        time_ns = c(1e6, 2e6, 90e6, 4e6))
  expect_equal(summarise_patterns(samples, 1e6)[, c(mean, num_patterns)],
               c(3, 2))
  # Another numbering of the parts is another pattern.
  samples[, parameters := paste0("bytes=18;numbering=", c(1, 12, 12, 1),
                                 ";points=545")]
  expect_equal(summarise_patterns(samples, 1e6)[, c(mean, num_patterns)],
               c((1 + 46 + 4) / 3, 3))
  # And so is another launch.
  samples[, `:=`(parameters = "density=0.5", replicate = c(1L, 1L, 2L, 1L))]
  expect_equal(summarise_patterns(samples, 1e6)[, c(mean, num_patterns)],
               c((1.5 + 90 + 4) / 3, 3))
})

test_that("launches of one pattern are no patterns", {
  times <- data.table(seed = c(1, 1, 2, 2), numbering = "0",
                      time = c(1, 3, 5, 7))
  expect_equal(independent_times(times), c(2, 6))
  expect_equal(independent_times(times[1:2]), c(1, 3))
})

test_that("the interval of a mean is Student's", {
  x <- c(9, 11, 10, 14)
  expect_equal(precision_of_mean(x),
               diff(t.test(x)$conf.int)[1] / 2 / mean(x))
  expect_true(is.na(precision_of_mean(3)))
  expect_true(is.na(precision_of_mean(c(0, 0))))
  expect_equal(precision_of_mean(c(5, 5)), 0)
})

test_that("the null model is degree times one message", {
  expect_equal(null_time_ns(10, 256), 10 * (88000 + 51200))
})

# The coverage of intervals over launches, and the false alarms between equal
# cells: 10 of 40 recorded launches are drawn 2000 times, with a fixed seed.
# data/launches.csv has each launch's median, and its rank-based 95% interval,
# of `./quadrille sweep run configs/sweeps/smoke.yaml` with
# --set algorithms=[gs,mpi_alltoallv] procs=[2] densities=[1] bytes=[256,65536]
# repetitions=101 launches=40, measured on two cores.
launches <- fread(file.path(root, "analysis", "tests", "data", "launches.csv"))
draws <- 2000

# The shares over draws, mean over cases.
resampled <- function(judge) {
  set.seed(1)
  shares <- launches[, .(share = mean(replicate(draws, {
    drawn <- sample(.N, 20)
    judge(median_ns, drawn)
  }))), by = .(algorithm, bytes)]
  mean(shares$share)
}

test_that("an interval of 10 launches covers the median of the other 30", {
  coverage <- resampled(function(times, drawn) {
    interval <- median_interval(times[drawn[1:10]])
    truth <- median(times[-drawn[1:10]])
    interval[1] <= truth && truth <= interval[2]
  })
  cat(sprintf("coverage of nominal 95%% intervals: %.1f%%\n", 100 * coverage))
  expect_gte(coverage, 0.90)
})

test_that("10 launches differ from 10 others in at most 5%", {
  alarms <- resampled(function(times, drawn) {
    contrast(log(times[drawn[1:10]]), log(times[drawn[11:20]]), FALSE)$p < 0.05
  })
  cat(sprintf("false alarms: %.1f%%\n", 100 * alarms))
  expect_lte(alarms, 0.05)
})

test_that("the samples of one launch would not cover", {
  within <- launches[, mean(low_ns <= median(median_ns) &
                              median(median_ns) <= high_ns)]
  cat(sprintf("intervals within a launch held the grand median: %.1f%%\n",
              100 * within))
  expect_lt(within, 0.90)
})
