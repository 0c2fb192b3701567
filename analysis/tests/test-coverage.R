# analysis/tests/test-coverage.R -- the coverage of intervals over launches, and
# the false alarms between equal cells: 10 of 40 recorded launches are drawn
# 2000 times, with a fixed seed. data/launches.csv has each launch's median;
# harness/self_tests/record_launches.sh makes it.

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
