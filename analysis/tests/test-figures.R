# analysis/tests/test-figures.R -- the csv next to a figure, the style of all,
# and those of growth and of all printed times.

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

test_that("a character is refused as a point shape", {
  points <- data.table(x = 1:2, y = 1:2)
  draw <- function(shape) {
    lay_out(ggplot(points, aes(x, y)) + geom_point(shape = shape))
  }
  expect_s3_class(draw(25), "gtable")
  expect_error(draw("-"), "accepted: 0 to 25")
  expect_error(draw(45), "'45'; accepted: 0 to 25")
})

# The contrast of the Web Content Accessibility Guidelines.
contrast <- function(colours, ground) {
  luminance <- function(colour) {
    share <- col2rgb(colour) / 255
    linear <- ifelse(share <= 0.04045, share / 12.92,
                     ((share + 0.055) / 1.055)^2.4)
    colSums(linear * c(0.2126, 0.7152, 0.0722))
  }
  light <- cbind(luminance(colours), luminance(ground)) + 0.05
  apply(light, 1, max) / apply(light, 1, min)
}

test_that("marks have a contrast of 3 to the page", {
  expect_equal(contrast("#000000", "#FFFFFF"), 21)
  expect_lt(contrast("#E69F00", "#FFFFFF"), 3)
  for (colours in list(palette_colours, paper_colours, curve_styles$colour,
                       stated_colour))
    expect_gte(min(contrast(colours, "#FFFFFF")), 3)
})

test_that("names at curves' ends do not overlap", {
  placed <- move_apart(c(1, 1, 5, 1.1), 0.5)
  expect_gte(min(diff(sort(placed))), 0.5 - 1e-3)
  expect_equal(order(placed)[4], 3)
  expect_equal(move_apart(c(3, 1), 1), c(3, 1))
})

procs <- c(2, 4, 8, 16)
predicted <- data.table(
  operation = rep(c("bcast", "alltoallv"), each = 8), procs = rep(procs, 4),
  bytes = 64, algorithm = rep(c("flat", "tree", "scattered", "bruck"),
                              each = 4),
  time_us = c(1, 2, 5, 9, 2, 2, 3, 4, 1, 3, 6, 9, 2, 4, 5, 6),
  auto = c("taken", "taken", "candidate", "candidate",
           "candidate", "candidate", "taken", "taken",
           rep("taken", 4), rep("candidate", 4)))
cases <- data.table(
  algorithm = rep(c("bcast_auto", "alltoallv_auto"), each = 3),
  procs = rep(procs[1:3], 2), bytes = 64, median_us = c(1, 2, 3.3, 1, 3, 6))

test_that("an algorithm is named where auto begins to take it", {
  taken <- predicted[auto == "taken"][order(-operation, procs)]
  expect_equal(first_taken(taken)[, paste(operation, procs, algorithm)],
               c("bcast 2 flat", "bcast 8 tree", "alltoallv 2 scattered"))
})

test_that("it has simulated and modelled times, which go further", {
  drawn <- figure_growth(cases, predicted, "t")
  rows <- data_of_figure(drawn)
  expect_equal(rows[, .N, by = kind]$N, c(6, 8))
  expect_equal(rows[kind == "modelled", max(procs)], 16)
  # 3.3 us, modelled as 3; the model of bcast_flat does not count there.
  expect_match(drawn$labels$title, "To 8 processes .* within 10.0% of")
  expect_match(alt_of_figure(drawn), "bcast 1 to 4 us.*alltoallv 1 to 9 us")
  expect_silent(invisible(ggplot_build(drawn)))
})

ledger <- data.table(
  paper = "wang1993", table = c("2", "2", "3", "3", "3"), case = letters[1:5],
  algorithm = "lp", quantity = c("time", "receive_time", "rounds", "time",
                                 "time"),
  unit = c("ms", "us", "rounds", "s", "ms"),
  published = c("2.0", "50", "7", "1.5", "3.0"),
  reproduced = c(1, 60, 7, 3, 3),
  role = c("prediction", "surrogate", "prediction", "prediction",
           "calibration"), seen = "looked at")

test_that("times are in one unit, and only those that count", {
  times <- times_of_ledger(ledger)
  expect_equal(times$case, c("a", "b", "d"))
  expect_equal(times$printed_us, c(2000, 50, 1.5e6))
  expect_equal(times$simulated_us, c(1000, 60, 3e6))
})

test_that("its words are its numbers", {
  words <- alt_of_printed(ledger)
  expect_match(words, "over 4 decades; half of them are within 100%",
               fixed = TRUE)
  expect_match(words, "wang1993 0.85 (2), 2.00 (3).", fixed = TRUE)
})

test_that("it is drawn in each format, and without times it is not", {
  expect_null(figure_printed(ledger[role == "calibration"]))
  for (ending in names(figure_devices)) {
    file <- tempfile(fileext = paste0(".", ending))
    save_figure(figure_printed(ledger), file, printed_height_in())
    expect_gt(file.size(file), 5000)
    save_figure(figure_printed(ledger, is_narrow = TRUE), file,
                printed_height_in(is_narrow = TRUE),
                printed_width_in(is_narrow = TRUE))
    expect_gt(file.size(file), 5000)
  }
})
