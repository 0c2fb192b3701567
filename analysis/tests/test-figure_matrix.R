make_messages <- function(bytes, src = seq_along(bytes) - 1, dst = src + 1)
  data.table(src = src, dst = dst, bytes = bytes)

# The layers of a built plot, by geom.
geoms_of <- function(plot)
  vapply(plot$layers, function(layer) class(layer$geom)[1], "")

fill_scale_of <- function(plot) plot$scales$get_scales("fill")

test_that("bytes are printed with a unit", {
  expect_equal(format_bytes(c(0, 1, 999, 1000, 1234, 45678901, 3e12, NA)),
               c("0 B", "1 B", "999 B", "1 kB", "1.23 kB", "45.7 MB", "3 TB",
                 NA))
})

test_that("the title summarises the matrix", {
  messages <- make_messages(c(0, 10, 20), c(0, 0, 1), c(1, 2, 2))
  expect_equal(describe_matrix(messages, 4),
               paste0("3 messages, density 0.25, of 0 B to 20 B, mean 10 B, ",
                      "30 B in all\na rank sends at most 2 and receives at ",
                      "most 2"))
  with_copy <- rbind(messages, make_messages(5, 3, 3))
  expect_match(describe_matrix(with_copy, 4),
               "^3 messages.*1 local copies on the diagonal$")
  expect_match(describe_matrix(make_messages(c(7, 7)), 3), "of 7 B each")
  expect_equal(describe_matrix(make_messages(5, 0, 0), 2), "no messages")
})

test_that("the scale is logarithmic for a wide range of sizes", {
  scale_of <- function(bytes) fill_scale_of(figure_matrix(
    make_messages(bytes), length(bytes) + 1L, ""))
  expect_equal(scale_of(c(1, 50))$trans$name, "log-10")
  expect_equal(scale_of(c(1, 49))$trans$name, "identity")
  # One size needs no scale, and zeros are not on it.
  expect_equal(scale_of(c(9, 9))$guide, "none")
  expect_equal(scale_of(c(0, 3, 9))$limits, c(3, 9))
})

test_that("no size has the colour of no message or 0 bytes, in grey either", {
  plot <- figure_matrix(make_messages(c(1, 10, 100)), 4L, "")
  fills <- ggplot_build(plot)$data[[1]]$fill
  grey <- as.vector(c(0.2126, 0.7152, 0.0722) %*% col2rgb(fills)) / 255
  expect_true(all(grey < 0.85 & grey > 0.2))
  # Longer is darker.
  expect_true(all(diff(grey) < -0.1))
})

test_that("messages of 0 bytes are drawn, with a legend key", {
  plot <- figure_matrix(make_messages(c(0, 5, 0)), 4L, "")
  expect_equal(geoms_of(plot), c("GeomTile", "GeomTile", "GeomPoint"))
  built <- ggplot_build(plot)$data
  expect_equal(built[[2]]$fill, rep(matrix_colour_of_zero, 2))
  expect_equal(nrow(built[[1]]), 1)
  expect_equal(geoms_of(figure_matrix(make_messages(5), 2L, "")), "GeomTile")
})

test_that("sender 0 is on top, and axes name few ranks", {
  plot <- figure_matrix(make_messages(c(1, 2)), 3L, "")
  expect_equal(sort(ggplot_build(plot)$data[[1]]$y), c(-1, 0))
  for (procs in c(1, 2, 8, 9, 33, 512, 100000)) {
    breaks <- rank_breaks(procs)
    expect_equal(breaks[1], 0)
    expect_true(length(breaks) <= 9 && max(breaks) < procs)
  }
})

test_that("every size of matrix is drawn, a large one as an image", {
  file <- tempfile(fileext = ".svg")
  on.exit(unlink(file))
  dense <- CJ(src = 0:511, dst = 0:511)[, bytes := 1 + (src * dst) %% 1000]
  cases <- list(list(make_messages(numeric(0), numeric(0), numeric(0)), 1L),
                list(make_messages(5, 0, 0), 1L),
                list(make_messages(c(0, 0)), 3L),
                list(dense, 512L))
  for (case in cases) {
    unlink(file)
    save_figure(figure_matrix(case[[1]], case[[2]], "a title"), file,
                matrix_height_in)
    expect_match(tail(readLines(file), 1), "</svg>")
  }
  expect_equal(geoms_of(figure_matrix(dense, 512L, "")), "GeomRaster")
  expect_lt(file.size(file), 2e6)
})
