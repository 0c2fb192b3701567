coverage_file <- function() {
  file.path(root, "paper", "coverage.csv")
}

test_that("coverage has the table of every printed number and experiment", {
  coverage <- read_coverage(coverage_file())
  tables <- unique(published[grepl("^[0-9]+$", table),
                             .(paper, item = paste("Table", table))])
  expect_equal(nrow(tables[!coverage, on = .(paper, item)]), 0)
  expect_equal(anyDuplicated(coverage, by = c("paper", "item", "what")), 0)
  # A section is no table: methods are there only if they are missing.
  expect_equal(coverage[is_method(item), unique(status)], "missing")
})

test_that("a word that is not in the list is refused with its line", {
  rows <- read_coverage(coverage_file())
  file <- tempfile()
  fwrite(copy(rows)[1, `:=`(status = "illustrated", why = "")], file)
  expect_error(read_coverage(file), ":2: status 'illustrated'; accepted: ran, ")
  fwrite(copy(rows)[2, status := "almost"], file)
  expect_error(read_coverage(file), ":3: status 'almost'; accepted: ran, ill")
  # What is judged cannot be declared.
  fwrite(copy(rows)[2, status := "agrees"], file)
  expect_error(read_coverage(file), ":3: status 'agrees'; accepted: ran, ill")
})

test_that("a figure whose claim contradicts differs", {
  coverage <- read_coverage(coverage_file())[paper == "wang1993" &
                                               item == "Figure 9"]
  figures <- read_figures(file.path(root, "paper", "figures.yaml"))
  ids <- Filter(function(one) one$name == "wang_figure9", figures)[[1]]$claims
  none <- data.table(paper = character(), table = character(),
                     role = character(), verdict = character())
  claims <- data.table(id = ids, machine = "cm5_1993", verdict = "contradicts")
  expect_equal(judge_coverage(coverage, none, claims,
                              list(wang_figure9 = ids))$status, "differs")
})

test_that("a table agrees if three quarters of its cells do", {
  coverage <- data.table(paper = "p", item = paste("Table", 1:4), file = "",
                         status = c("ran", "ran", "ran", "missing"))
  ledger <- data.table(
    paper = "p", table = c("1", "1", "2", "2", rep("3", 4)), machine = "m",
    role = c("exact", "exact", "prediction", "calibration",
             rep("prediction", 4)), quantity = c("rounds", "rounds",
                                                 rep("time", 6)),
    verdict = c("exact", "contradicts", "within 5%", "beyond 50%",
                "within 25%", "within 25%", "within 5%", "beyond 50%"))
  judged <- judge_coverage(coverage, ledger, NULL)
  expect_equal(judged$merit, c("1 of 2 numbers exact",
                               "100% of 1 times within 25%",
                               "75% of 4 times within 25%", ""))
  expect_equal(judged$status, c("differs", "agrees", "agrees", "missing"))
})

test_that("a table of times is not judged by its counts", {
  coverage <- data.table(paper = "p", item = paste("Table", 1:2), file = "",
                         status = "ran")
  ledger <- data.table(
    paper = "p", table = rep(c("1", "2"), c(4, 3)), verdict = c(
      "within 5%", "exact", "exact", "beyond 50%", "exact", "exact",
      "beyond 50%"),
    role = c("prediction", "exact", "exact", "surrogate", "exact", "exact",
             "prediction"),
    quantity = c("rounds", "rounds", "build_time", "build_time", "rounds",
                 "rounds", "rounds"))
  judged <- judge_coverage(coverage, ledger, NULL)
  expect_equal(judged$merit, c("0% of 1 times within 25%",
                               "0% of 1 counts within 25%"))
  expect_equal(judged$status, c("differs", "differs"))
})

test_that("a figure agrees if all its claims hold", {
  coverage <- data.table(paper = "p", item = paste("Figure", 1:3),
                         file = sprintf("figures/%s.svg", c("a", "b", "c")),
                         status = "ran")
  claims <- data.table(id = c("1", "2", "2"), machine = c("m", "m", "printed"),
                       verdict = c("holds", "holds within noise", "holds"))
  none <- data.table(paper = character(), table = character(),
                     machine = character(), role = character(),
                     verdict = character())
  judged <- judge_coverage(coverage, none, claims, list(a = "1",
                                                        b = c("1", "2")))
  expect_equal(judged$status, c("agrees", "differs", "not compared"))
  expect_equal(judged$merit, c("1 of 1 claims hold", "1 of 2 claims hold", ""))
  expect_equal(describe_coverage(judged), paste(
    "3 tables and figures: agrees 1, differs 1, not compared 1; methods of",
    "the text, missing: 0"))
  methods <- data.table(item = c("Figure 1", "Section 4", "Section 4"),
                        status = c("missing", "missing", "ran"))
  expect_equal(describe_coverage(methods), paste(
    "1 tables and figures: missing 1; methods of the text, missing: 1"))
})
