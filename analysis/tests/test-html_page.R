# analysis/tests/test-html_page.R -- figures in a page are as in their files;
# names and labels that are HTML or SVG are text there.

draw <- function(words, colour) {
  file <- tempfile(fileext = ".svg")
  rows <- data.table(x = 1:3, y = c(2, 1, 3))
  save_figure(ggplot(rows, aes(x, y)) + geom_line(colour = colour) +
                theme_quadrille() + labs(title = words), file)
  file
}
count <- function(text, pattern) {
  sum(lengths(regmatches(text, gregexpr(pattern, text))))
}

test_that("letters and shapes are kept, and shared by figures", {
  files <- c(draw("letters", "#0072B2"), draw("settler", "#D55E00"))
  whole <- vapply(files, function(file) {
    paste(readLines(file), collapse = "\n")
  }, "")
  page <- inline_svgs(files)
  for (i in 1:2) {
    expect_equal(count(page$figures[i], "<use "), count(whole[i], "<use "))
    expect_lt(nchar(page$figures[i]), nchar(whole[i]) / 2)
    # All that is referred to is there, once.
    used <- regmatches(page$figures[i],
                       gregexpr("href=\"#g[0-9]+", page$figures[i]))[[1]]
    for (one in unique(sub("href=\"#", "", used)))
      expect_equal(count(page$shared, paste0("id=\"", one, "\"")), 1)
  }
  # Both have the same letters.
  expect_lt(count(page$shared, "<symbol"), count(whole, "id=\"glyph"))
  expect_match(paste(page$css, collapse = ""), "#0072b2", ignore.case = TRUE)
  expect_match(paste(page$css, collapse = ""), "#d55e00", ignore.case = TRUE)
  expect_false(any(grepl("style=|glyph", page$figures)))
})

test_that("styles and letters of other versions of cairo become the same", {
  old <- paste0("<symbol id=\"glyph-0-1\"><path d=\"M 1 1\"/></symbol>",
                "<path style=\"fill:none;stroke-width:1;\" d=\"M 1 2\"/>")
  new <- paste0("<g id=\"glyph-0-1\"><path d=\"M 1 1\"/></g>",
                "<path fill=\"none\" stroke-width=\"1\" d=\"M 1 2\"/>")
  expect_equal(as_old_cairo(new), old)
  expect_equal(as_old_cairo(old), old)
})

test_that("what a figure has for itself alone keeps its own name", {
  page <- inline_svgs(c(draw("a", "black"), draw("a", "black")))
  clips <- lapply(page$figures, function(text) {
    unlist(regmatches(text, gregexpr("id=\"[^\"]*\"", text)))
  })
  expect_gt(length(clips[[1]]), 0)
  expect_length(intersect(clips[[1]], clips[[2]]), 0)
})

test_that("points are circles, other curves are not", {
  path <- paste0("<path style=\"fill:red;\" d=\"M 5.5 7.25 C 5.5 9.25 2.5 ",
                 "9.25 2.5 7.25 C 2.5 5.25 5.5 5.25 5.5 7.25 \"/>")
  expect_equal(replace_matches(path, circle_path, circle_of_match),
               "<circle style=\"fill:red;\" cx=\"4\" cy=\"7.2\" r=\"1.5\"/>")
  other <- sub("5.5 7.25 ", "5.5 8 ", path, fixed = TRUE)
  expect_equal(replace_matches(other, circle_path, circle_of_match), other)
})

test_that("numbers are shortened, not changed", {
  expect_equal(shorten_svg("d=\"M 10.0 2.56789 L -3.50 100 Z M 10.0 2.5 \"", 2),
               "d=\"M10 2.56L-3.5 100Z\"")
  expect_equal(shorten_svg("d=\"M 1 2.5 L 10 2.5 \"", 2),
               "d=\"M1 2.5L10 2.5\"")
  # A rectangle, and what is none.
  expect_equal(shorten_svg(
    "d=\"M 1 2.5 L 10 2.5 L 10 -7 L 1 -7 Z M 1 1 \"", 2),
    "d=\"M1 2.5H10V-7H1Z\"")
  expect_equal(shorten_svg("d=\"M 1 2 L 10 2 L 10 -7 L 11 -7 Z M 1 1 \"", 2),
               "d=\"M1 2L10 2L10 -7L11 -7Z\"")
  expect_equal(shorten_style(paste0("stroke:rgb(0%,44.705882%,69.803922%);",
                                    "fill-opacity:1;")), "stroke:#0072B2;")
})

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
