# analysis/tests/test-first_run.R -- first and present values, cell by cell.

folder <- file.path(root, "paper", "data", "first_run")
first <- read_first_run(folder)

test_that("every cell of the first run has its commit", {
  expect_false(anyNA(first$commit))
  expect_setequal(unique(first$table[first$paper == "ponnusamy1992"]),
                  c("5", "12"))
})

test_that("cells are joined by their keys", {
  now <- copy(first)[, commit := NULL]
  now[, `:=`(reproduced = 2 * reproduced, ratio = 2 * ratio,
             verdict = "beyond 50%")]
  rows <- compare_first_run(first, now, c(cm5_1992 = "a", cm5_1993 = "b",
                                          cm5_1992_fitted = "a"))
  expect_equal(nrow(rows), nrow(first))
  expect_equal(rows$reproduced, 2 * rows$first)
  expect_equal(rows[machine == "cm5_1993", unique(commit)], "b")
  sums <- summarise_first_run(rows)
  expect_equal(sums$within_25, rep(0L, nrow(sums)))
  expect_gt(sums[table == "3", first_within_25], 0)
})

test_that("a cell that did not run again has no number", {
  rows <- compare_first_run(first, first[0, !"commit"], character())
  expect_equal(nrow(rows), nrow(first))
  expect_true(all(is.na(rows$reproduced)))
})
