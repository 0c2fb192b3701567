# A swept and tapered wing without thickness, of n x n squares per side: nose at
# x = y / 2, chord 1 - y / 4, span 2; `value` is a function of x, y and the
# side.
make_wing <- function(n, value) {
  cells <- CJ(column = 0:(n - 1), row = 0:(n - 1))
  halves <- list(list(c(0, 0, 1), c(0, 1, 0)), list(c(1, 0, 1), c(0, 1, 1)))
  wing <- rbindlist(lapply(c("upper", "lower"), function(side)
    rbindlist(lapply(halves, function(half) {
      # From above the upper side's corners turn clockwise.
      turn <- if (side == "upper") 1:3 else 3:1
      rbindlist(lapply(turn, function(corner)
        cells[, .(side, square = .I, i = column + half[[1]][corner],
                  j = row + half[[2]][corner])]))[order(square)]
    }))))
  wing[, `:=`(y = 2 * j / n, z = 0)]
  wing[, x := y / 2 + (1 - y / 4) * i / n]
  wing[, .(surface = "wall", point = i * 1000L + j, x, y, z,
           value = value(x, y, side), triangle = (.I - 1L) %/% 3L + 1L)]
}

test_that("triangles are cut in four without a change of area or value", {
  corners <- data.table(u = c(0, 4, 1), v = c(0, 1, 3), value = c(1, 5, 3),
                        triangle = 1)
  fine <- refine_corners(corners, 2)
  expect_equal(nrow(fine), 3 * 16)
  areas <- signed_areas(by_triangle(fine, "u"), by_triangle(fine, "v"))
  expect_equal(areas, rep(11 / 16, 16))
  # Linear: 1 + a u + b v, with the corners' values.
  slope <- solve(rbind(c(4, 1), c(1, 3)), c(4, 2))
  expect_equal(fine$value, 1 + slope[1] * fine$u + slope[2] * fine$v)
  expect_equal(refine_corners(corners, 0), corners)
})

test_that("a section has both sides' values along the chord", {
  # Linear, so exact wherever an edge is cut.
  wing <- make_wing(7, function(x, y, side)
    ifelse(side == "upper", -1, 1) * (2 * x - y))
  for (at in c(0.31, 1, 1.9)) {
    section <- cut_wall(wing, at)
    sign <- ifelse(section$side == "upper", -1, 1)
    expect_equal(section$value, sign * 2 * section$chord * (1 - at / 4))
    for (one in c("upper", "lower")) {
      chord <- section[side == one]$chord
      expect_equal(range(chord), c(0, 1))
      expect_false(is.unsorted(chord, strictly = TRUE))
      # A row of 7 squares has 15 edges across it.
      expect_equal(length(chord), 15)
    }
  }
  stations <- cut_stations(wing, c(0.44, 0.8))
  expect_equal(unique(stations$span), c(0.44, 0.8))
  expect_equal(stations[span == 0.8, .(side, chord, value)],
               cut_wall(wing, 1.6))
})

test_that("colours show the values, on one scale for both sides", {
  wing <- make_wing(8, function(x, y, side) ifelse(side == "upper", -x, x))
  limits <- range(wing$value)
  seen <- look_at(wing, mesh_views$upper)
  shapes <- level_triangles(seen, limits)
  expect_gt(nrow(shapes), nrow(seen))
  expect_lte(nrow(shapes) / 3, pressure_max_triangles)
  mean_value <- rep(colMeans(by_triangle(shapes, "value")), each = 3)
  expect_lte(max(abs(shapes$level - mean_value)),
             diff(limits) / pressure_num_colours / 2 + 1e-9)
  figure <- figure_pressure(wing, "a title", "a subtitle")
  scales <- lapply(figure$rows[[1]], function(plot)
    plot$scales$get_scales("fill")$limits)
  expect_equal(scales, list(limits, limits))
  # Suction is above.
  sections <- figure$rows[[2]][[1]]
  expect_equal(sections$scales$get_scales("y")$trans$name, "reverse")
})

test_that("a pressure is drawn, also a constant one", {
  file <- tempfile(fileext = ".svg")
  on.exit(unlink(file))
  for (value in list(function(x, y, side) 0 * x, function(x, y, side) x * y)) {
    unlink(file)
    save_figure(figure_pressure(make_wing(40, value), "a title", "a subtitle"),
                file, pressure_height_in)
    expect_match(tail(readLines(file), 1), "</svg>")
    expect_lt(file.size(file), 2e6)
  }
})
