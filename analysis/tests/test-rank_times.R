# analysis/tests/test-rank_times.R -- times of the receiver and the senders.

test_that("the last rank receives, the first ones send", {
  samples <- with_rank_times(data.table(rank_ns = c("10;30;5;40", "7;9;8;11"),
                                        messages = c(2, 1)))
  expect_equal(samples$receive_ns, c(40, 11))
  expect_equal(samples$send_max_ns, c(30, 7))
  expect_equal(samples$send_min_ns, c(10, 7))
  expect_equal(samples$send_mean_ns, c(20, 7))
})

test_that("without rank_times there are no such columns", {
  for (plain in list(data.table(messages = 1, time_ns = 5),
                     data.table(messages = 1, rank_ns = "")))
    expect_identical(with_rank_times(plain), plain)
  some <- with_rank_times(data.table(messages = 1, rank_ns = c("", "3;4")))
  expect_equal(some$receive_ns, c(NA, 4))
  expect_equal(some$send_max_ns, c(NA, 3))
})

test_that("a table that names no algorithm has the one that ran", {
  published <- data.table(paper = "wang1993", table = "2",
                          case = "bytes=256;fan_in=1", algorithm = "none",
                          quantity = c("receive_time", "send_time_max"),
                          unit = "ms", value = c("0.089", "0.131"))
  samples <- data.table(algorithm = "ac", case = "bytes=256;fan_in=1",
                        seed = "1", replicate = 1, parameters = "",
                        workload = "fan_in",
                        receive_ns = 89e3, send_max_ns = 60e3)
  rows <- ledger_times(published, list(samples = samples), no_declarations, "m")
  expect_equal(rows$reproduced, c(0.089, 0.060))
  expect_equal(rows$verdict, c("within 5%", "beyond 50%"))
})
