# analysis/R/mesh_view.R -- what is seen of a mesh's surfaces: its data.
#
# Corners are a table surface, point, x, y, z, value: three consecutive lines a
# triangle (harness/cli/surface_csv.h). A view is what one panel shows: the
# triangles of one surface, as u to the right and v upwards.

# Where a view looks: `towards` is the sign of the triangles that face the
# reader, of an area by u and v; 0: both.
mesh_views <- list(
  upper = list(surface = "wall", u = "x", v = "y", towards = -1),
  lower = list(surface = "wall", u = "x", v = "y", towards = 1),
  side = list(surface = "symmetry", u = "x", v = "z", towards = 0))

mesh_margin <- 0.06       # round the wall, of its greatest length
mesh_label_margin <- 0.03 # of a panel: no number stands in it

read_corners <- function(file) {
  corners <- fread(file = file)
  stopifnot(nrow(corners) %% 3 == 0)
  corners[, triangle := (.I - 1L) %/% 3L + 1L][]
}

# One line a triangle: what the three corners have in `column`.
by_triangle <- function(corners, column) matrix(corners[[column]], 3)

# Twice the area of triangles in the plane, positive if counterclockwise.
signed_areas <- function(u, v)
  (u[2, ] - u[1, ]) * (v[3, ] - v[1, ]) - (u[3, ] - u[1, ]) * (v[2, ] - v[1, ])

# Squares of one size round the wall, so that panels are of one scale: of a view
# the limits of u and v. The symmetry plane is seen round the wall's middle.
window_of <- function(corners, view) {
  wall <- corners[surface == "wall"]
  middle <- function(name) mean(range(wall[[name]]))
  half <- max(diff(range(wall$x)), diff(range(wall$y))) * (0.5 + mesh_margin)
  list(u = middle(view$u) + c(-half, half), v = middle(view$v) + c(-half, half))
}

# The corners of the triangles that a view shows, with u and v.
look_at <- function(corners, view) {
  window <- window_of(corners, view)
  seen <- corners[surface == view$surface]
  seen[, `:=`(u = seen[[view$u]], v = seen[[view$v]])]
  u <- by_triangle(seen, "u")
  v <- by_triangle(seen, "v")
  meets <- function(x, limits)
    pmax(x[1, ], x[2, ], x[3, ]) > limits[1] &
      pmin(x[1, ], x[2, ], x[3, ]) < limits[2]
  faces <- view$towards == 0 | sign(signed_areas(u, v)) == view$towards
  is_seen <- faces & meets(u, window$u) & meets(v, window$v)
  seen[rep(is_seen, each = 3)]
}

# The part that owns most corners of each triangle, of three the lowest.
owners_of <- function(corners) {
  of <- by_triangle(corners, "value")
  ifelse(of[2, ] == of[3, ], of[2, ],
         ifelse(of[1, ] == of[2, ] | of[1, ] == of[3, ], of[1, ],
                pmin(of[1, ], of[2, ], of[3, ])))
}

# The edges that lie between triangles of two parts: u, v and part of each side,
# `part` < `other`.
borders_of <- function(corners) {
  to <- c(2, 3, 1)
  column <- function(name, rows) as.vector(by_triangle(corners, name)[rows, ])
  edges <- data.table(
    p = column("point", 1:3), q = column("point", to),
    u = column("u", 1:3), v = column("v", 1:3),
    u_end = column("u", to), v_end = column("v", to), part = corners$part)
  edges[, `:=`(low = pmin(p, q), high = pmax(p, q))]
  edges <- edges[edges, on = .(low, high),
                 .(u, v, u_end, v_end, part, other = i.part)]
  edges[part < other]
}

# Colours 1..num_colours for parts, such that those that touch differ: the part
# with most colours round it first, which gets, of the colours that fewest of
# its neighbours have, the one least used. `pairs` has part and other.
colour_parts <- function(pairs, parts, num_colours) {
  pairs <- unique(pairs[, .(part, other)])
  from <- factor(match(c(pairs$part, pairs$other), parts), seq_along(parts))
  neighbours <- split(match(c(pairs$other, pairs$part), parts), from)
  near <- matrix(0L, length(parts), num_colours) # neighbours of each colour
  colour <- integer(length(parts))
  for (i in seq_along(parts)) {
    open <- which(colour == 0)
    most <- order(-rowSums(near[open, , drop = FALSE] > 0),
                  -lengths(neighbours)[open])[1]
    at <- open[most]
    least <- which(near[at, ] == min(near[at, ]))
    colour[at] <- least[which.min(tabulate(colour, num_colours)[least])]
    near[neighbours[[at]], colour[at]] <-
      near[neighbours[[at]], colour[at]] + 1L
  }
  setNames(colour, parts)
}

# Where the number of a part stands: in the triangle nearest to the middle of
# what the window holds of it, if that has `least` of the window's area.
labels_of <- function(corners, window, least) {
  middle <- function(name) colMeans(by_triangle(corners, name))
  triangles <- data.table(
    part = corners$part[c(TRUE, FALSE, FALSE)], u = middle("u"),
    v = middle("v"), area = abs(signed_areas(by_triangle(corners, "u"),
                                             by_triangle(corners, "v"))) / 2)
  width <- diff(window$u)
  # A number at the very edge would be cut.
  is_inside <- function(x, limits)
    abs(x - mean(limits)) < (0.5 - mesh_label_margin) * width
  triangles <- triangles[is_inside(u, window$u) & is_inside(v, window$v)]
  triangles[, {
    from_u <- u - weighted.mean(u, area)
    from_v <- v - weighted.mean(v, area)
    at <- which.min(from_u^2 + from_v^2)
    if (sum(area) >= least * width^2)
      .(u = u[at], v = v[at])
  }, keyby = part]
}
