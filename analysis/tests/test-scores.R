# analysis/tests/test-scores.R -- errors, skill and order of a table.

cells <- data.table(
  paper = "p", table = "1", machine = "m", quantity = "time",
  case = rep(c("a", "b"), each = 3), algorithm = rep(c("x", "y", "z"), 2),
  published = c("1.0", "2.0", "4.0", "1.0", "1.05", "3.0"),
  reproduced = c(1.1, 2.2, 4.4, 2, 1, 3), role = "prediction")
cells[, ratio := reproduced / as.numeric(published)]

test_that("the order of a case is Kendall's tau-b", {
  expect_equal(order_agreement(c(1, 2, 4), c(1.1, 2.2, 4.4)), 1)
  expect_equal(order_agreement(c(1, 2, 4), c(4, 2, 1)), -1)
  # One of three pairs is reversed.
  expect_equal(order_agreement(c(1, 2, 4), c(2, 1, 4)), 1 / 3)
  # A published tie counts in neither direction.
  expect_equal(order_agreement(c(1, 1.05, 3), c(2, 1, 3)), 2 / sqrt(2 * 3))
  expect_true(is.na(order_agreement(c(1, 1.05), c(1, 2))))
})

test_that("an algorithm within 10% of the published winner may win", {
  expect_true(wins(c(1, 1.05, 3), c(2, 1, 3)))
  expect_false(wins(c(1, 1.2, 3), c(2, 1, 3)))
})

test_that("skill compares with the null model", {
  nulls <- copy(cells)[, ratio := 2]
  scores <- score_tables(cells, nulls)
  expect_equal(scores$cells, 6)
  expect_equal(scores$null_error, log(2))
  expect_equal(scores$skill, 1 - scores$median_error / log(2))
  expect_equal(scores$right_winners, 1)
  expect_true(is.na(score_tables(cells, NULL)$skill))
})

test_that("cells that were fitted on, or did not run, do not count", {
  fitted <- copy(cells)[1, role := "calibration"][2, ratio := NA]
  expect_equal(score_errors(fitted, NULL)$cells, 4)
})
