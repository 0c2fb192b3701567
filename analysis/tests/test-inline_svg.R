# analysis/tests/test-inline_svg.R -- figures in a page are as in their files.

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
  expect_lt(count(page$shared, "<symbol"), count(whole, "<symbol"))
  expect_match(paste(page$css, collapse = ""), "#0072b2", ignore.case = TRUE)
  expect_match(paste(page$css, collapse = ""), "#d55e00", ignore.case = TRUE)
  expect_false(any(grepl("style=|glyph", page$figures)))
})

test_that("what a figure has for itself alone keeps its own name", {
  page <- inline_svgs(c(draw("a", "black"), draw("a", "black")))
  clips <- lapply(page$figures, function(text) {
    unlist(regmatches(text, gregexpr("id=\"[^\"]*\"", text)))
  })
  expect_gt(length(clips[[1]]), 0)
  expect_length(intersect(clips[[1]], clips[[2]]), 0)
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
