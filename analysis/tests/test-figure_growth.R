# analysis/tests/test-figure_growth.R -- the figure of growth.

procs <- c(2, 4, 8, 16)
predicted <- data.table(
  operation = rep(c("bcast", "alltoallv"), each = 8), procs = rep(procs, 4),
  bytes = 64, algorithm = rep(c("flat", "tree", "scattered", "bruck"),
                              each = 4),
  time_us = c(1, 2, 5, 9, 2, 2, 3, 4, 1, 3, 6, 9, 2, 4, 5, 6),
  auto = c("taken", "taken", "candidate", "candidate",
           "candidate", "candidate", "taken", "taken",
           rep("taken", 4), rep("candidate", 4)))
cases <- data.table(
  algorithm = rep(c("bcast_auto", "alltoallv_auto"), each = 3),
  procs = rep(procs[1:3], 2), bytes = 64, median_us = c(1, 2, 3.3, 1, 3, 6))

test_that("an algorithm is named where auto begins to take it", {
  taken <- predicted[auto == "taken"][order(-operation, procs)]
  expect_equal(first_taken(taken)[, paste(operation, procs, algorithm)],
               c("bcast 2 flat", "bcast 8 tree", "alltoallv 2 scattered"))
})

test_that("it has simulated and modelled times, which go further", {
  drawn <- figure_growth(cases, predicted, "t")
  rows <- data_of_figure(drawn)
  expect_equal(rows[, .N, by = kind]$N, c(6, 8))
  expect_equal(rows[kind == "modelled", max(procs)], 16)
  # 3.3 us, modelled as 3; the model of bcast_flat does not count there.
  expect_match(drawn$labels$title, "To 8 processes .* within 10.0% of")
  expect_match(alt_of_figure(drawn), "bcast 1 to 4 us.*alltoallv 1 to 9 us")
  expect_silent(invisible(ggplot_build(drawn)))
})
