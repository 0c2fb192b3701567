# Four ranks, one to a quarter: every exchange crosses the root.
four <- data.table(round = c(1, 1, 1, 1, 2, 2), src = c(0, 1, 2, 3, 0, 2),
                   dst = c(1, 0, 3, 2, 2, 0), bytes = 1)

test_that("an exchange is counted once, and only across quarters", {
  expect_equal(count_crossings(four, 4), c(2, 1))
  expect_equal(count_crossings(four, 16), c(0, 0))
})

test_that("the claims are held against the counts", {
  all_across <- data.table(round = rep(1:3, each = 2),
                           src = c(0, 2, 0, 1, 0, 1),
                           dst = c(1, 3, 2, 3, 3, 2))
  claims <- claims_crossings(list("4" = list(pex = all_across,
                                             bex = all_across)))
  expect_equal(claims$holds, c(TRUE, TRUE, TRUE))
  claims <- claims_crossings(list("4" = list(pex = four, bex = four)))
  expect_equal(claims$holds, c(FALSE, FALSE, TRUE))
  expect_match(claims$claim[3], "1 to 2 a round")
  expect_null(claims_crossings(list("4" = list(pex = four)))$holds)
})
