# analysis/tests/test-figure_data.R -- the csv next to a figure.

test_that("a figure's numbers can be read, and say where they are from", {
  rows <- data.table(x = 1:2, y = c(0.5, 2), of = list(1, 2), none = NA,
                     words = c("a\nb", "c, d"), empty = "")
  file <- tempfile(fileext = ".csv")
  write_figure_data(file, data_of_figure(ggplot(rows, aes(x, y))),
                    c(figure = "f", sweep = "a/b c/d", commit = "",
                      command = "./quadrille\nfigures"))
  expect_equal(readLines(file)[1],
               "# figure: f; sweep: a/b c/d; command: ./quadrille figures")
  expect_equal(fread(file, skip = 1),
               data.table(x = 1:2, y = c(0.5, 2), words = c("a b", "c, d")))
})

test_that("a plot can carry other numbers than it was made from", {
  plot <- carry_numbers(ggplot(data.table(x = 1)), data.table(z = 2))
  expect_equal(data_of_figure(plot), data.table(z = 2))
})

test_that("the column panel names the plots of a page", {
  one <- ggplot(data.table(x = 1, panel = "left"))
  page <- figure_page(list(list(first = one, second = ggplot()),
                           list(third = ggplot(data.table(y = 2)))), "", "", "")
  expect_equal(data_of_figure(page), data.table(
    panel = c("first", "third"), x = c(1, NA),
    panel_of_plot = c("left", NA), y = c(NA, 2)))
  unnamed <- figure_page(list(list(one, one)), "", "", "")
  expect_equal(data_of_figure(unnamed)$panel, c("plot 1", "plot 2"))
})

test_that("without data there is none", {
  expect_null(data_of_figure(ggplot()))
  expect_null(data_of_figure(figure_page(list(), "", "", "")))
})
