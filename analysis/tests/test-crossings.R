# Four ranks, one per quarter: every exchange crosses the root.
four <- data.table(round = c(1, 1, 1, 1, 2, 2), src = c(0, 1, 2, 3, 0, 2),
                   dst = c(1, 0, 3, 2, 2, 0), bytes = 1)

test_that("an exchange is counted once, and only across quarters", {
  expect_equal(count_crossings(four, 4), c(2, 1))
  expect_equal(count_crossings(four, 16), c(0, 0))
})

test_that("the min and max per round are found", {
  found <- crossing_samples(list("4" = list(pex = four, bex = four)))
  expect_equal(found[algorithm == "least", crossings], 1)
  expect_equal(found[algorithm == "most", crossings], 2)
  expect_null(crossing_samples(list("4" = list(pex = four))))
})
