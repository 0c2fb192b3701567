# analysis/tests/test-injection.R -- names and labels that are HTML or SVG are
# text in the report and in figures.

hostile <- c("<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
             "'><svg/onload=alert(1)>", "a & b &lt;i&gt; ]]> -->")

# No tag or attribute of `hostile` is in a text, whatever else is.
expect_harmless <- function(text) {
  text <- paste(text, collapse = "\n")
  for (word in c("<script>alert", "<img src=x", "<svg/", "\"><img", "]]>"))
    expect_false(grepl(word, text, fixed = TRUE), info = word)
}

test_that("cells, titles, captions and groups of html tables are text", {
  for (one in hostile) {
    rows <- data.table(group = one, a = one, b = 1)
    setnames(rows, "b", one)
    html <- as.character(html_table(table_model(rows, caption = one,
                                                above = "group")))
    expect_harmless(html)
    # The name, the caption, the group and the cell are there, escaped.
    text <- as.character(htmltools::htmlEscape(one))
    expect_equal(lengths(regmatches(html, gregexpr(text, html, fixed = TRUE))),
                 4)
  }
})

test_that("a figure of the report has its claims and its caption as text", {
  for (one in hostile) {
    claims <- data.table(id = "1", claim = one, machine = one, verdict = one,
                         found = one)
    html <- as.character(html_figure(list(
      file = "a.svg", inline = "<svg viewBox=\"0 0 1 1\"></svg>", caption = one,
      claims = "1", folders = one), claims))
    expect_harmless(html)
    # In an attribute, quotes are escaped, too.
    expect_match(html, fixed = TRUE,
                 paste0("aria-label=\"", htmltools::htmlEscape(one, TRUE),
                        "\""))
  }
})

test_that("words of a figure are shapes, not text of the SVG", {
  file <- tempfile(fileext = ".svg")
  for (one in hostile) {
    rows <- data.table(case = one, variant = factor(one), units = 10,
                       ratio = 1.2, low = 1.1, high = 1.3, p = 0.01,
                       verdict = "slower")
    save_figure(figure_baseline(rows, one, one), file,
                height_baseline_in(rows))
    svg <- readLines(file)
    expect_match(svg[2], "<svg ")
    expect_harmless(svg)
    expect_false(any(grepl("alert|onerror|onload|&lt;", svg)))
  }
})
