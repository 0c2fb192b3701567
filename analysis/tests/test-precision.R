of_width <- function(widths, launches = 10L) {
  data.table(median_us = 100, low_us = 100 - 100 * widths,
             high_us = 100 + 100 * widths, launches = launches)
}

test_that("the requested precision is counted over launches", {
  expect_match(describe_precision(of_width(c(0.01, 0.04)), 0.05),
               "within 5% in 2 of 2 cases$")
  # Four times as many launches for half the width.
  expect_match(describe_precision(of_width(c(0.01, 0.1)), 0.05),
               "1 of 2 cases; the widest, 10%, would need about 40 launches")
  expect_match(describe_precision(of_width(NA_real_, 3L), 0.05),
               "not known below 6 of them; this sweep has 3$")
})

test_that("a precision that needs more launches than an integer is printed", {
  cases <- data.table(launches = 7L, median_us = 1, low_us = 0.1,
                      high_us = 2e6)
  expect_match(describe_precision(cases, 0.01), "would need about [0-9]+ laun")
})
