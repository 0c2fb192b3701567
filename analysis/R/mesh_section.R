# analysis/R/mesh_section.R -- a value on a wing: data.
#
# Corners are those of mesh_view.R; `value` is linear within a triangle.

# Splits each triangle into four at the middles of its edges, `times` times, so
# that triangles of one colour show a smooth value.
refine_corners <- function(corners, times) {
  if (times == 0)
    return(corners)
  # The two old corners of each new corner, of the four triangles.
  first <- c(1, 1, 1, 1, 2, 2, 1, 2, 3, 1, 2, 1)
  second <- c(1, 2, 3, 2, 2, 3, 3, 3, 3, 2, 3, 3)
  middle <- function(name) {
    of <- by_triangle(corners, name)
    as.vector((of[first, ] + of[second, ]) / 2)
  }
  refined <- data.table(u = middle("u"), v = middle("v"),
                        value = middle("value"))
  refine_corners(refined[, triangle := (.I - 1L) %/% 3L + 1L], times - 1)
}

# The cut through the wall at span y: chord (0 at the nose, 1 at the tail),
# value and side, a row per edge that is cut, along the chord.
cut_wall <- function(corners, at) {
  wall <- corners[surface == "wall"]
  facing <- signed_areas(by_triangle(wall, "x"), by_triangle(wall, "y"))
  side <- rep(ifelse(facing < 0, "upper", "lower"), each = 3)
  ends <- function(name, rows) as.vector(by_triangle(wall, name)[rows, ])
  to <- c(2, 3, 1)
  edges <- data.table(side, y = ends("y", 1:3), y_end = ends("y", to),
                      x = ends("x", 1:3), x_end = ends("x", to),
                      value = ends("value", 1:3), value_end = ends("value", to))
  edges <- edges[(y <= at) != (y_end <= at)]
  edges[, share := (at - y) / (y_end - y)]
  edges <- edges[, .(side, x = x + share * (x_end - x),
                     value = value + share * (value_end - value))]
  # Two triangles have the same edge, in two directions.
  edges[, place := round(x, 9)]
  edges <- edges[!duplicated(edges[, .(side, place)])][order(side, place)]
  edges[, .(side, chord = (x - min(x)) / (max(x) - min(x)), value)]
}

# The cuts at shares of the span, in one table.
cut_stations <- function(corners, shares) {
  tip <- max(corners[surface == "wall"]$y)
  rbindlist(lapply(shares, function(share)
    cut_wall(corners, share * tip)[, span := share]))
}
