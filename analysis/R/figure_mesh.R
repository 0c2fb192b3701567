# analysis/R/figure_mesh.R -- pictures of a mesh around a wing: style and
# layout.
#
# mesh_view.R has the data.

mesh_height_in <- 4.9 # two squares of half the text width, and words
mesh_line_mm <- 0.08  # between triangles
mesh_border_mm <- 0.45
mesh_label_share <- 0.005 # of the panel: a part with less has no number

# Neighbours in lightness differ by at least 12 of 100, so that the colours
# differ in grey and for colour-blind readers; 32 colours cannot.
mesh_part_colours <- c("#f1f0ca", "#8cdbc9", "#df9f3d", "#688dc5", "#b24a64",
                       "#225b28", "#4d1d6d")

lightness_of <- function(colours) {
  lab <- convertColor(t(col2rgb(colours)) / 255, from = "sRGB", to = "Lab")
  setNames(lab[, 1], NULL)
}

# A panel of one view, with the same scale in both directions.
mesh_frame <- function(window, view, heading) {
  list(coord_fixed(xlim = window$u, ylim = window$v, expand = FALSE),
       labs(x = view$u, y = view$v, subtitle = heading),
       theme_quadrille(),
       theme(panel.grid = element_blank(),
             plot.subtitle = element_text(colour = "black")))
}

# The triangles of a group are one path of the file, with a line around each.
draw_triangles <- function(corners, mapping, ...)
  geom_polygon(modifyList(aes(u, v, subgroup = triangle), mapping), corners,
               rule = "winding", linewidth = mesh_line_mm, linejoin = "round",
               ...)

# All edges are one path of the file.
draw_borders <- function(borders) {
  if (nrow(borders) == 0)
    return(NULL)
  ends <- borders[, .(u = c(u, u_end), v = c(v, v_end)),
                  by = .(edge = seq_len(nrow(borders)))]
  geom_polygon(aes(u, v, group = 1, subgroup = edge), ends, fill = NA,
               colour = "white", linewidth = mesh_border_mm,
               linejoin = "round")
}

draw_labels <- function(labels, colours) {
  labels[, ink := fifelse(lightness_of(colours[as.character(part)]) < 50,
                          "white", "black")]
  geom_text(aes(u, v, label = part, colour = ink), labels,
            size = label_mm, family = figure_font)
}

draw_parts <- function(seen, window, view, colours, heading) {
  ggplot() +
    draw_triangles(seen, aes(group = part, fill = colours[as.character(part)]),
                   colour = "white") +
    draw_borders(borders_of(seen)) +
    draw_labels(labels_of(seen, window, mesh_label_share), colours) +
    scale_fill_identity() +
    scale_colour_identity() +
    mesh_frame(window, view, heading)
}

describe_colours <- function(pairs, colours) {
  same <- pairs[colours[as.character(part)] == colours[as.character(other)]]
  paste0(
    "A triangle has the colour of the part that owns most of its corners, of ",
    "three parts the lowest. ", length(mesh_part_colours), " colours, which ",
    "differ in grey, stand for all parts: two parts of one colour are not ",
    "one part; numbers name the larger ones. ",
    if (nrow(same) == 0)
      "Parts that touch differ in colour."
    else
      sprintf("%d of %d pairs of parts that touch have one colour.",
              nrow(same), nrow(pairs)))
}

# The wing from above and the symmetry plane from the side, coloured by part.
figure_parts <- function(corners, title, subtitle) {
  headings <- c(upper = "the wing from above",
                side = "the symmetry plane at the wing's root")
  views <- mesh_views[names(headings)]
  seen <- lapply(views, function(view) {
    one <- look_at(corners, view)
    one[, part := rep(owners_of(one), each = 3)]
  })
  pairs <- unique(rbindlist(lapply(seen, borders_of))[, .(part, other)])
  parts <- sort(unique(rbindlist(seen)$part))
  number <- colour_parts(pairs, parts, length(mesh_part_colours))
  colours <- setNames(mesh_part_colours[number], parts)
  panels <- Map(function(one, view, heading)
    draw_parts(one, window_of(corners, view), view, colours, heading),
    seen, views, headings)
  figure_page(list(panels), title, subtitle,
              wrap_caption(describe_colours(pairs, colours)))
}
