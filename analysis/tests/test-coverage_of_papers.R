coverage_file <- function() {
  file.path(root, "paper", "coverage.csv")
}

test_that("coverage has the table of every printed number and experiment", {
  coverage <- read_coverage(coverage_file())
  published <- read_published(file.path(root, "analysis", "published"))
  tables <- unique(published[grepl("^[0-9]+$", table),
                             .(paper, item = paste("Table", table))])
  expect_equal(nrow(tables[!coverage, on = .(paper, item)]), 0)
  expect_equal(anyDuplicated(coverage, by = c("paper", "item")), 0)
})

test_that("an item that is not reproduced has a reason", {
  rows <- read_coverage(coverage_file())
  file <- tempfile()
  fwrite(copy(rows)[1, `:=`(status = "in part", why = "")], file)
  expect_error(read_coverage(file), "accepted: reproduced, in part, not att")
  fwrite(copy(rows)[1, status := "almost"], file)
  expect_error(read_coverage(file), "accepted: reproduced")
})

test_that("a table's merit comes from its cells", {
  coverage <- data.table(paper = "p",
                         item = c("Table 1", "Table 2", "Figure 1"))
  ledger <- data.table(paper = "p", table = c("1", "1", "2", "2"),
                       machine = "m",
                       role = c("exact", "exact", "prediction", "calibration"),
                       verdict = c("exact", "contradicts", "within 5%",
                                   "beyond 50%"))
  expect_equal(judge_coverage(coverage, ledger)$merit,
               c("1 of 2 exact", "100% of 1 within 25%", ""))
})
