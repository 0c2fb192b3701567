# analysis/tests/test-ledger_page.R -- the ledger as a table of the report.

ledger <- as_ledger(data.table(
  paper = "wang1993", table = "4", case = c("a=1", "a=2", "a=3"),
  algorithm = "lp", quantity = "time", unit = "ms",
  published = c("1.0", "1.0", "1.0"), reproduced = c("1.1", "0.5", NA),
  ratio = c(1.1, 0.5, NA), role = c("prediction", "surrogate", "prediction"),
  machine = "cm5_1993", verdict = c("within 10%", "beyond 50%", "not run"),
  note = c("", "guess: why", ""), seen = "looked at", workload = "cg"))
html <- as.character(html_ledger(ledger))

test_that("what is furthest off is first, what did not run last", {
  at <- vapply(c("a=2", "a=1", "a=3"), function(case) {
    as.integer(regexpr(paste0(">", case, "<"), html, fixed = TRUE))
  }, 0L)
  expect_true(all(at > 0))
  expect_false(is.unsorted(at))
})

test_that("a row opens to its machine, note and command", {
  expect_equal(lengths(regmatches(html, gregexpr("<details>", html))), 3)
  expect_match(html, "cm5_1993, cg; looked at. guess: why.", fixed = TRUE)
  expect_match(html, "<code>reproduce --only wang1993:4</code>",
               fixed = TRUE)
  expect_match(html, "1.0 ms", fixed = TRUE)
})

test_that("menus have every value once", {
  menus <- as.character(htmltools::tagList(ledger_menus(ledger)))
  for (word in c("prediction", "surrogate", "within 10%", "not run"))
    expect_equal(lengths(regmatches(menus, gregexpr(
      paste0("<option>", word, "</option>"), menus, fixed = TRUE))), 1)
})
