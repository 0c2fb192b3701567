# analysis/tests/test-decided.R -- how many launches decide.

test_that("the launches needed decide only if all agree", {
  for (comparisons in c(1, 12, 48)) {
    needed <- launches_needed(comparisons)
    expect_equal(may_disagree(needed - 1, comparisons), -1)
    expect_equal(may_disagree(needed, comparisons), 0)
    gains <- seq_len(needed) / 100
    p <- contrast(-gains, 0 * gains, TRUE)$p
    expect_lt(comparisons * p, 0.05)
    # A single one that disagrees, by the smallest difference.
    gains[1] <- -gains[1]
    expect_gt(comparisons * contrast(-gains, 0 * gains, TRUE)$p, 0.05)
  }
})

test_that("the table of docs/measuring.md is what the test of compare gives", {
  page <- readLines(file.path(root, "docs", "measuring.md"))
  start <- grep("^\\| comparisons \\| launches \\|", page)
  found <- table_decided()
  rows <- found[, sprintf("| %d | %d | %d | %.0f%% | %.0f%% |", comparisons,
                          launches, disagree, 100 * decided_90,
                          100 * decided_95)]
  expect_equal(page[start + 1 + seq_along(rows)], rows)
})
