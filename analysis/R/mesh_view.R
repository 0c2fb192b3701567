# analysis/R/mesh_view.R -- the visible part of a mesh's surfaces: data.
#
# Corners are a table surface, point, x, y, z, value: three consecutive rows per
# triangle (harness/cli/surface_csv.h). A view is the content of one panel: the
# triangles of one surface, with u to the right and v upwards.

# Directions of views: `towards` is the sign of the area by u and v of triangles
# that face the reader; 0: both.
mesh_views <- list(
  upper = list(surface = "wall", u = "x", v = "y", towards = -1),
  lower = list(surface = "wall", u = "x", v = "y", towards = 1),
  side = list(surface = "symmetry", u = "x", v = "z", towards = 0))

mesh_margin <- 0.06       # round the wall, of its greatest length
mesh_label_margin <- 0.03 # of a panel: no number is in it

read_corners <- function(file) {
  corners <- fread(file = file)
  stopifnot(nrow(corners) %% 3 == 0)
  corners[, triangle := (.I - 1L) %/% 3L + 1L][]
}

# A row per triangle: the values of its three corners in `column`.
by_triangle <- function(corners, column) matrix(corners[[column]], 3)

# Twice the area of triangles in the plane, positive if counterclockwise.
signed_areas <- function(u, v)
  (u[2, ] - u[1, ]) * (v[3, ] - v[1, ]) - (u[3, ] - u[1, ]) * (v[2, ] - v[1, ])

# The limits of u and v of a view: squares of one size around the wall, so that
# panels have one scale. The symmetry plane is centred on the wall.
window_of <- function(corners, view) {
  wall <- corners[surface == "wall"]
  middle <- function(name) mean(range(wall[[name]]))
  half <- max(diff(range(wall$x)), diff(range(wall$y))) * (0.5 + mesh_margin)
  list(u = middle(view$u) + c(-half, half), v = middle(view$v) + c(-half, half))
}

# The corners of the triangles in a view, with u and v.
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

# The part that owns most corners of each triangle; of three parts the lowest.
owners_of <- function(corners) {
  of <- by_triangle(corners, "value")
  ifelse(of[2, ] == of[3, ], of[2, ],
         ifelse(of[1, ] == of[2, ] | of[1, ] == of[3, ], of[1, ],
                pmin(of[1, ], of[2, ], of[3, ])))
}

# The edges between triangles of two parts: u, v and part of each side, `part` <
# `other`.
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

# Colours 1..num_colours for parts, such that neighbours differ: the part with
# most neighbouring colours first. It gets, of the colours that fewest
# neighbours have, the least used. `pairs` has part and other.
colour_parts <- function(pairs, parts, num_colours) {
  pairs <- unique(pairs[, .(part, other)])
  from <- factor(match(c(pairs$part, pairs$other), parts), seq_along(parts))
  neighbours <- split(match(c(pairs$other, pairs$part), parts), from)
  near <- matrix(0L, length(parts), num_colours) # neighbours of each colour
  colour <- integer(length(parts))
  for (i in seq_along(parts)) {
    open <- which(colour == 0)
    next_part <- order(-rowSums(near[open, , drop = FALSE] > 0),
                  -lengths(neighbours)[open])[1]
    at <- open[next_part]
    rarest <- which(near[at, ] == min(near[at, ]))
    colour[at] <- rarest[which.min(tabulate(colour, num_colours)[rarest])]
    near[neighbours[[at]], colour[at]] <-
      near[neighbours[[at]], colour[at]] + 1L
  }
  setNames(colour, parts)
}

# The place of a part's number: the triangle nearest to the middle of the part's
# area in the window, if that has the share `min_share` of the window's area.
labels_of <- function(corners, window, min_share) {
  middle <- function(name) colMeans(by_triangle(corners, name))
  triangles <- data.table(
    part = corners$part[c(TRUE, FALSE, FALSE)], u = middle("u"),
    v = middle("v"), area = abs(signed_areas(by_triangle(corners, "u"),
                                             by_triangle(corners, "v"))) / 2)
  width <- diff(window$u)
  # A number at the edge would be cut off.
  is_inside <- function(x, limits)
    abs(x - mean(limits)) < (0.5 - mesh_label_margin) * width
  triangles <- triangles[is_inside(u, window$u) & is_inside(v, window$v)]
  triangles[, {
    from_u <- u - weighted.mean(u, area)
    from_v <- v - weighted.mean(v, area)
    at <- which.min(from_u^2 + from_v^2)
    if (sum(area) >= min_share * width^2)
      .(u = u[at], v = v[at])
  }, keyby = part]
}
