# analysis/tests/test-table_model.R -- one table, rendered twice.

model <- table_model(
  data.table(of = c("p_1", "p_1", "q"), case = c("a<b & 5%", NA, "c"),
             name = c("x_y", "", "z"),
             verdict = c("holds", "not run", "within 50%"),
             n = c(1L, NA, 3L), error = c(0.125, NA, Inf),
             time = c(3.0041792, NA, 12), density = c(0.05, NA, 0.005)),
  "Times of wang1993, 50% & more.", above = "of",
  kinds = c(name = "code", verdict = "verdict", time = "digits",
            density = "percent"), widths = c(case = .25))

test_that("a column's type decides how it is written, unless it is named", {
  expect_equal(unname(model$kind), c("text", "code", "verdict", "value",
                                     "number", "digits", "percent"))
  expect_equal(cell_text(c(0.125, NA, Inf), "number", identity),
               c("0.12", "--", "--"))
  expect_equal(cell_text(c(1L, NA), "value", identity), c("1", "--"))
  expect_equal(cell_text(c(0.05, 0.005, NA), "percent", identity),
               c("5%", "0.5%", "--"))
})

test_that("LaTeX has its special characters escaped, and dashes", {
  lines <- latex_table(model, "tab:one")
  expect_true(any(grepl("Times of Wang, 50\\% \\& more.", lines,
                        fixed = TRUE)))
  expect_true(any(grepl("@{}W{0.250}llrrrr@{}", lines, fixed = TRUE)))
  expect_equal(
    lines[grepl("^a.*5", lines)],
    paste("a\\textless{}b \\& 5\\% & \\texttt{x\\_\\allowbreak{}y} & holds & 1",
          "& 0.12 & 3.004 & 5\\% \\\\*"))
  expect_true(any(startsWith(lines,
                             "-- &  & not run & -- & -- & -- & -- \\\\")))
  # Groups have one line above their rows; the head is of the first page and of
  # others.
  expect_equal(sum(grepl("texttt{p\\_", lines, fixed = TRUE)), 1)
  expect_equal(sum(startsWith(lines, "case & ")), 2)
})

test_that("HTML has its special characters escaped, and dashes", {
  html <- as.character(html_table(model))
  expect_match(html, "Times of wang1993, 50% &amp; more.", fixed = TRUE)
  expect_match(html, '<td class="text wide">a&lt;b &amp; 5%</td>', fixed = TRUE)
  expect_match(html, '<td class="text">x_y</td>', fixed = TRUE)
  expect_match(html, '<td class="text verdict good">holds</td>', fixed = TRUE)
  expect_match(html, '<td class="text verdict fair">within 50%</td>',
               fixed = TRUE)
  expect_match(html, '<td class="">3.004</td>', fixed = TRUE)
  expect_equal(lengths(regmatches(html, gregexpr(">--<", html))), 6)
  expect_equal(lengths(regmatches(html, gregexpr(">p_1<", html))), 1)
  expect_equal(lengths(regmatches(html, gregexpr("<tr>", html))), 6)
  # Each group is a body, which its head names.
  expect_equal(lengths(regmatches(html, gregexpr("<tbody>", html))), 2)
  expect_equal(lengths(regmatches(html, gregexpr('scope="rowgroup"', html))), 2)
  expect_match(html, "<caption>")
})

test_that("a table without rows has its caption", {
  none <- table_model(NULL, "Nothing.")
  expect_match(as.character(html_table(none)), "Nothing.*no results")
  expect_true(any(grepl("no results", latex_table(none, "tab:none"))))
})

test_that("a table without groups has all its rows", {
  flat <- table_model(data.table(a = c("x", "y")), "c")
  expect_equal(sum(grepl("^[xy] ", latex_table(flat, "l"))), 2)
  expect_match(as.character(html_table(flat)), ">x<.*>y<")
})

test_that("a claim is printed once; schedules for no machine", {
  claims <- data.table(id = 1, paper = c("p", "p", "q"), section = "2",
                       claim = "c", machine = c("m", "none", "m"),
                       verdict = "holds", found = c("1", "", "2"),
                       why = c("w", "", ""), where = c("x > 1", "x > 1", ""))
  shown <- table_claims(claims, "p")$rows
  expect_equal(shown$`the paper says`, c("c; where: x > 1", ""))
  expect_equal(shown$id, c("1", ""))
  expect_equal(shown$`checked against`, c("m", "schedules"))
  expect_equal(shown$`found; why`, c("1; w", ""))
})

test_that("scores without an order have no columns of it", {
  scores <- data.table(paper = "p", table = "test_set3", machine = "m",
                       cells = 2L, median_error = 0.5)
  expect_equal(table_scores(scores)$titles,
               c("table", "machine", "times", "error"))
  expect_equal(table_scores(scores)$rows$table, "p, test set 3")
})
