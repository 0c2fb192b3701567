# A plate of 2 n x n triangles as wall, seen from above, x 0..1 and y 0..1, and
# the symmetry plane under its edge; `value` of x and y at each corner.
make_plate <- function(n, value) {
  grid <- CJ(column = 0:(n - 1), row = 0:(n - 1))
  corners <- function(surface, columns, rows) rbindlist(lapply(1:3, function(i)
    grid[, .(square = seq_len(.N), corner = i, surface = surface,
             i = column + columns[i], j = row + rows[i])]))
  # From above the wall's corners turn clockwise: it is seen from outside.
  all <- rbindlist(list(corners("wall", c(0, 0, 1), c(0, 1, 0)),
                        corners("wall", c(1, 0, 1), c(0, 1, 1)),
                        corners("symmetry", c(0, 1, 0), c(0, 0, 1)),
                        corners("symmetry", c(1, 1, 0), c(0, 1, 1))),
                   idcol = "half")
  setorder(all, half, square, corner)
  all[, `:=`(x = i / n, y = fifelse(surface == "wall", j / n, 0),
             z = fifelse(surface == "wall", 0, -j / n))]
  all[, .(surface, point = i * 1000L + j + fifelse(surface == "wall", 0, 5e6),
          x, y, z, value = value(x, y), triangle = (.I - 1L) %/% 3L + 1L)]
}

part_colours_of <- function(figure)
  unique(unlist(lapply(figure$rows[[1]], function(plot)
    ggplot_build(plot)$data[[1]]$fill)))

test_that("a triangle belongs to most of its corners, of three to the lowest", {
  corners <- data.table(value = c(3, 3, 1, 1, 3, 3, 3, 1, 3, 9, 5, 7, 4, 4, 4))
  expect_equal(owners_of(corners), c(3, 3, 3, 5, 4))
})

test_that("a view shows the triangles that face it, within its window", {
  plate <- make_plate(4, function(x, y) 0)
  expect_equal(nrow(look_at(plate, mesh_views$upper)), 3 * 32)
  expect_equal(nrow(look_at(plate, mesh_views$lower)), 0)
  expect_equal(window_of(plate, mesh_views$upper)$u, c(-0.06, 1.06))
  # Centred on the wall's middle at z = 0: the lower half of the plane is out.
  expect_equal(window_of(plate, mesh_views$side)$v, c(-0.56, 0.56))
  seen <- look_at(plate, mesh_views$side)
  expect_equal(range(seen$v), c(-0.75, 0))
  expect_equal(seen$v, seen$z)
})

test_that("borders are the edges between parts, each once", {
  plate <- make_plate(4, function(x, y) 0)
  seen <- look_at(plate, mesh_views$upper)
  seen[, part := as.integer(rep(by_triangle(seen, "x")[1, ] +
                                  by_triangle(seen, "x")[2, ] +
                                  by_triangle(seen, "x")[3, ] > 1.5, each = 3))]
  borders <- borders_of(seen)
  expect_equal(nrow(borders), 4)
  expect_true(all(borders$u == 0.5 & borders$u_end == 0.5))
  expect_true(all(borders$part == 0 & borders$other == 1))
  expect_equal(nrow(borders_of(seen[part == 1])), 0)
})

test_that("neighbouring parts differ in colour, if there are enough colours", {
  # A map of 8 x 8 squares that also touch at corners needs four.
  pairs <- CJ(part = 0:63, other = 0:63)[part < other & abs(
    part %/% 8 - other %/% 8) <= 1 & abs(part %% 8 - other %% 8) <= 1]
  for (num_colours in 4:7) {
    colours <- colour_parts(pairs, 0:63, num_colours)
    expect_false(any(colours[as.character(pairs$part)] ==
                       colours[as.character(pairs$other)]))
    expect_equal(sort(unique(colours)), seq_len(num_colours),
                 ignore_attr = TRUE)
  }
  # Four neighbours in three colours: one pair has the same colour, not more.
  all <- CJ(part = 1:4, other = 1:4)[part < other]
  colours <- colour_parts(all, 1:4, 3)
  expect_equal(sum(colours[all$part] == colours[all$other]), 1)
  expect_equal(colour_parts(all[0], 9, 7), c("9" = 1))
})

test_that("colours of parts differ in grey", {
  lightness <- sort(lightness_of(mesh_part_colours))
  expect_gt(min(diff(lightness)), 11)
})

test_that("a part's number is inside it, if there is room", {
  seen <- look_at(make_plate(10, function(x, y) 0), mesh_views$upper)
  window <- list(u = c(0, 1), v = c(0, 1))
  middle <- colMeans(by_triangle(seen, "x"))
  seen[, part := rep(1 + (middle > 0.1) + (middle > 0.5), each = 3)]
  labels <- labels_of(seen, window, 0.15)
  expect_equal(labels$part, 2:3)
  expect_equal(labels$u, c(0.3, 0.75), tolerance = 0.1)
  expect_equal(labels$v, c(0.5, 0.5), tolerance = 0.1)
  # All of the first but a strip of 0.07 is at the edge.
  expect_equal(labels_of(seen, window, 0.05)$part, 1:3)
})

test_that("every partition is drawn, with a caption", {
  file <- tempfile(fileext = ".svg")
  on.exit(unlink(file))
  for (parts in c(1, 2, 64)) {
    side <- sqrt(parts)
    plate <- make_plate(16, function(x, y)
      pmin(parts - 1, floor(x * side) + side * floor(y * side * 0.999)))
    figure <- figure_parts(plate, "a title", "a subtitle")
    expect_equal(length(part_colours_of(figure)), min(parts, 7))
    expect_match(gsub("\n", " ", figure$caption),
                 "Parts that touch differ in colour.$")
    unlink(file)
    save_figure(figure, file, mesh_height_in)
    expect_match(tail(readLines(file), 1), "</svg>")
  }
})

test_that("a caption reports neighbouring parts of one colour", {
  pairs <- data.table(part = c(0, 0), other = c(1, 2))
  expect_match(describe_colours(pairs, c("0" = "a", "1" = "a", "2" = "b")),
               "1 of 2 pairs of parts that touch have one colour.$")
})
