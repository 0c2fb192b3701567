# harness/self_tests/record_streams.sh recorded these streams, each comparison
# separately.
test_that("a slow-down of 5% is found in 18 of 20; 2 false alarms at most", {
  outcome <- compare_streams(fread("data/streams.csv"))
  expect_equal(outcome[, .N, by = kind]$N, c(20, 20))
  expect_gte(outcome[kind == "slow", sum(is_slower)], 18)
  expect_lte(outcome[kind == "same", sum(is_slower)], 2)
  # The injected slow-down is estimated.
  expect_equal(outcome[kind == "slow", median(ratio)], 1.05, tolerance = 0.01)
})

test_that("a test without power, or with false alarms, is detected", {
  set.seed(1)
  luck <- exp(rnorm(20, 0, 0.1)) # of a launch, common to both cells
  before <- 100 * luck * exp(rnorm(20, 0, 0.01))
  expect_true(compare_launches(before, 1.05 * before)$is_slower)
  expect_false(compare_launches(1.05 * before, before)$is_slower)
  noise <- exp(rnorm(20, 0, 0.01))
  expect_true(compare_launches(before, 1.05 * before * noise)$is_slower)
  alarms <- replicate(400, compare_launches(
    100 * luck * exp(rnorm(20, 0, 0.01)),
    100 * luck * exp(rnorm(20, 0, 0.01)))$is_slower)
  expect_lte(mean(alarms), 0.05)
})

test_that("intervals have their nominal coverage", {
  set.seed(1)
  hits <- replicate(500, {
    found <- estimate(rnorm(7))
    found$low <= 0 && 0 <= found$high
  })
  expect_gt(mean(hits), 0.93)
  expect_lt(mean(hits), 0.98) # nor so wide that they say nothing
})

test_that("a wider spread needs more launches", {
  streams_of <- function(spread) {
    set.seed(1)
    rbind(data.table(kind = "base", launch = 1:40, times_ns = "1000"),
          data.table(kind = "same", launch = 1:40,
                     times_ns = as.character(1000 * exp(rnorm(40, 0, spread)))))
  }
  # ((1.96 + 1.64) x 0.05 / log(1.05))^2 is 14.
  expect_lt(abs(launches_to_find(streams_of(0.05)) - 14), 8)
  expect_gt(launches_to_find(streams_of(0.2)),
            8 * launches_to_find(streams_of(0.05)))
})
