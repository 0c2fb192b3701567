# analysis/tests/test-scores.R -- errors, skill and order of a table.

cells <- data.table(
  paper = "p", table = "1", machine = "m", quantity = "time",
  case = rep(c("a", "b"), each = 3), algorithm = rep(c("x", "y", "z"), 2),
  published = c("1.0", "2.0", "4.0", "1.0", "1.05", "3.0"),
  reproduced = c(1.1, 2.2, 4.4, 2, 1, 3), role = "prediction",
  low = NA_real_, high = NA_real_)
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
  expect_equal(winning(c(1, 1.05, 3)), c(TRUE, TRUE, FALSE))
  expect_equal(winning(c(1, 1.2, 3)), c(TRUE, FALSE, FALSE))
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

test_that("winners are compared with a draw and with the usual winner", {
  order <- score_order(cells)
  # Of case a one of three wins, of case b two; strictly one of each.
  expect_equal(order$chance, (1 / 3 + 2 / 3) / 2)
  expect_equal(order$strict_chance, 1 / 3)
  # x wins both in print.
  expect_equal(order$usual_winner, 1)
  expect_equal(order$strict_usual, 1)
  expect_equal(order$strict_winners, 0.5)
  # Ours names z in case b.
  worse <- copy(cells)[case == "b", reproduced := c(2, 2.5, 1)]
  expect_equal(score_order(worse)$right_winners, 0.5)
  expect_equal(score_order(worse)$usual_winner, 1)
  # y is published within 10% of the winner twice, and strictly wins once.
  mixed <- copy(cells)[algorithm == "y", published := c("1.05", "0.99")]
  expect_equal(score_order(mixed)$usual_winner, 1)
  expect_equal(score_order(mixed)$strict_usual, 0.5)
})

test_that("bias has a sign, and ranges hold printed numbers or not", {
  scores <- score_errors(cells, NULL)
  expect_equal(scores$bias, median(log(cells$ratio)))
  expect_true(is.na(scores$inside))
  ranged <- copy(cells)[, `:=`(low = c(0.9, 2.1, 5, NA, 1, 1),
                               high = c(1.2, 2.3, 6, NA, 1, 2.94))]
  # Of four with a range one holds 1.0, and 2.95 of 3.0 is outside 1 to 2.94.
  expect_equal(score_errors(ranged, NULL)$inside, 1 / 4)
})

test_that("cells that were fitted on, or did not run, do not count", {
  fitted <- copy(cells)[1, role := "calibration"][2, ratio := NA]
  expect_equal(score_errors(fitted, NULL)$cells, 4)
})

test_that("winners count once with building, and strictly", {
  cells <- data.table(
    paper = "wang1993", table = "4", machine = "m",
    case = rep("bytes=16;degree=4", 4), algorithm = c("a", "b", "a", "b"),
    quantity = c("time", "time", "build_time", "build_time"),
    published = c("1", "2", "5", "1"), reproduced = c("1", "2", "0.5", "1"),
    role = "prediction")
  cells[quantity == "build_time", case := "degree=4"]
  # Alone a wins; with building b does in print, and a in ours.
  expect_equal(score_order(cells)$strict_winners, 1)
  once <- score_once(cells)
  expect_equal(once[, c(cases, right_winners, strict_winners)], c(1, 0, 0))
  expect_equal(once[, c(usual_winner, strict_usual, chance)], c(1, 1, 1 / 2))
  expect_null(score_once(cells[quantity == "time"]))
  # An algorithm that builds nothing pays nothing.
  without <- copy(cells)[1][, `:=`(algorithm = "drs_n", published = "2.5",
                                   reproduced = "1.4")]
  expect_equal(score_once(rbind(cells, without))[
    , c(cases, right_winners, strict_winners)], c(1, 1, 1))
  expect_equal(nrow(ranked_times(copy(cells)[, paper := "barnett1994"])), 0)
})
