# analysis/tests/test-choice.R -- the regrets of `bench choice`.

cells <- data.table(
  network = "n", operation = "bcast", procs = 4, density = NA_real_,
  bytes = rep(c(8, 64, 512), each = 3),
  algorithm = rep(c("bcast_auto", "reb", "bcast_postal"), 3),
  mode = rep(c("auto", "posted", "posted_all"), 3),
  time_us = c(10, 12, 10, 30, 20, 40, 9, 10, 12))

test_that("the regret of a cell is over the fastest of the others", {
  found <- choice_regrets(cells)
  expect_equal(found$regret, c(1, 1.5, 1))
  expect_equal(found$algorithm, c("bcast_postal", "reb", "reb"))
  expect_equal(found$time_us_best, c(10, 20, 10))
  # A missing cell is missing.
  expect_equal(choice_regrets(cells[-4])$bytes, c(8, 512))
  expect_equal(nrow(choice_regrets(cells[algorithm == "bcast_auto"])), 0)
  # Receivers pay nothing in mode synchronous.
  quick <- copy(cells)[algorithm == "reb", mode := "synchronous"]
  expect_equal(choice_regrets(quick)$algorithm, rep("bcast_postal", 3))
})

test_that("shares, means and the worst are printed", {
  expect_equal(regret_of_share(c(3, 1, 2)), 3)
  expect_equal(regret_of_share(seq(1, 2, length.out = 100)), 1 + 94 / 99)
  text <- utils::capture.output(print_choice(choice_regrets(cells)))
  expect_true("1 of 3 cells above 1.01" %in% text)
  expect_true(any(grepl(
    "^all 3 cells: geometric mean 1.1447, 95% at most 1.5000, worst 1.5000$",
    text)))
})
