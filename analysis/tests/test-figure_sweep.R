make_samples <- function(algorithm, times, plan, replicate = 1L) {
  data.table(algorithm = algorithm, workload = "synthetic", procs = 4L,
             density = 1, message_bytes = 64L, seed = 1L, mode = "posted",
             replicate = replicate, time_ns = times, plan_ns = plan)
}

test_that("a case has the median of its samples and a plan that pays", {
  cases <- summarise_sweep(rbind(make_samples("ac", rep(10000, 9), 1000),
                                 make_samples("gs", rep(8000, 9), 5000)))
  expect_equal(cases[algorithm == "gs", median_us], 8)
  # 4 us more to plan, 2 us less each time.
  expect_equal(cases[algorithm == "gs", reuses_to_pay], 2)
  expect_true(is.na(cases[algorithm == "ac", reuses_to_pay]))
})

test_that("launches, not their samples, are the observations", {
  cases <- summarise_sweep(rbind(
    make_samples("gs", c(1000, 1000, 1000), 1, 1L),
    make_samples("gs", rep(3000, 99), 1, 2L),
    make_samples("gs", c(2000, 2000), 1, 3L)))
  expect_equal(cases$median_us, 2)
  expect_equal(cases$launches, 3)
  expect_equal(cases$samples, 104)
})
