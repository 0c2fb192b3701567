# analysis/tests/test-pairs.R -- one column becomes several, each with a type.

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
