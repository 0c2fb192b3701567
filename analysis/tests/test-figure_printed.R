# analysis/tests/test-figure_printed.R -- all printed times in one figure.

ledger <- data.table(
  paper = "wang1993", table = c("2", "2", "3", "3", "3"), case = letters[1:5],
  algorithm = "lp", quantity = c("time", "receive_time", "rounds", "time",
                                 "time"),
  unit = c("ms", "us", "rounds", "s", "ms"),
  published = c("2.0", "50", "7", "1.5", "3.0"),
  reproduced = c(1, 60, 7, 3, 3),
  role = c("prediction", "surrogate", "prediction", "prediction",
           "calibration"), seen = "looked at")
totals <- data.table(cells = c("unseen", "looked at"), quantities = "times",
                     models = c("abc", "present"), number = c(9L, 3L),
                     within_10 = 0.5, within_25 = 2 / 3, within_50 = 1)

test_that("times are in one unit, and only those that count", {
  times <- times_of_ledger(ledger)
  expect_equal(times$case, c("a", "b", "d"))
  expect_equal(times$printed_us, c(2000, 50, 1.5e6))
  expect_equal(times$simulated_us, c(1000, 60, 3e6))
})

test_that("its words are its numbers, and the two shares are apart", {
  words <- alt_of_printed(ledger)
  expect_match(words, "over 4 decades; half of them are within 100%",
               fixed = TRUE)
  shares <- describe_shares(totals)
  expect_match(shares, "unseen (models of abc): 9 times, 50% within 10%, 67%",
               fixed = TRUE)
  expect_match(shares, "looked at (models of present): 3 times", fixed = TRUE)
  expect_match(words, "wang1993 0.85 (2), 2.00 (3).", fixed = TRUE)
})

test_that("it is drawn in each format, and without times it is not", {
  expect_null(figure_printed(ledger[role == "calibration"], totals))
  for (ending in names(figure_devices)) {
    file <- tempfile(fileext = paste0(".", ending))
    save_figure(figure_printed(ledger, totals), file, printed_height_in)
    expect_gt(file.size(file), 5000)
  }
})
