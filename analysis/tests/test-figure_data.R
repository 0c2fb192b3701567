# analysis/tests/test-figure_data.R -- the csv next to a figure.

test_that("a figure's numbers can be read, and say where they are from", {
  rows <- data.table(x = 1:2, y = c(0.5, 2), of = list(1, 2))
  file <- tempfile(fileext = ".csv")
  write_figure_data(file, data_of_figure(ggplot(rows, aes(x, y))),
                    c("a/b", "c/d"))
  expect_equal(readLines(file)[1],
               "# from a/b, c/d; commits: provenance.csv")
  expect_equal(fread(file, skip = 1), rows[, .(x, y)])
})

test_that("without data there is none", {
  expect_null(data_of_figure(ggplot()))
  expect_null(data_of_figure(figure_page(list(), "", "", "")))
})
