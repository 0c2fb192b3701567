# analysis/tests/test-pairs.R -- one column of samples becomes several: pairs,
# and times of ranks.

test_that("pairs become typed columns, in the order of their keys", {
  wide <- split_pairs(c("bytes=256;density=0.1", "bytes=512;density=0.25",
                        "bytes=256;density=0.1"))
  expect_equal(wide, data.table(bytes = c(256L, 512L, 256L),
                                density = c(0.1, 0.25, 0.1)))
})

test_that("a key that a text lacks is missing", {
  wide <- split_pairs(c("a=1;flag=true", "a=2;word=x", ""))
  expect_equal(wide$a, c(1L, 2L, NA))
  expect_equal(wide$flag, c("true", NA, NA))
  expect_equal(wide$word, c(NA, "x", NA))
})

test_that("a text that resembles a number or NA is text", {
  expect_equal(split_pairs(c("file=01", "file=1"))$file, c("01", "1"))
  expect_equal(split_pairs(c("file=NA", "file=T"))$file, c("NA", "T"))
  expect_equal(split_pairs("x=1e-05")$x, 1e-05)
})

test_that("a parameter that has the name of a column is refused", {
  expect_error(with_pairs(data.table(rounds = 1, parameters = "rounds=2",
                                     counts = "")), "rounds")
})

test_that("bytes that end a pair or a value are decoded", {
  expect_equal(split_pairs("file=a%3Bb%20c%25")$file, "a;b c%")
})

test_that("texts without pairs give no columns, and as many rows", {
  expect_equal(ncol(split_pairs(c("", NA))), 0)
  samples <- data.table(time_ns = 1:2, parameters = "", counts = c(NA, NA))
  expect_equal(with_pairs(samples), samples)
})

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
