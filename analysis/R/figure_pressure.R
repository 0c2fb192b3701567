# analysis/R/figure_pressure.R -- the pressure on a wing: style and layout.

pressure_height_in <- 7
pressure_stations <- c(0.44, 0.8) # of the span
pressure_max_triangles <- 6000   # a view, after they are cut in four
pressure_num_colours <- 100
pressure_seam_mm <- 0.1 # an edge of its own colour covers what lies between

pressure_sides <- c(upper = "#d55e00", lower = "#0072b2")

pressure_coefficient <- expression(C[p])

# One path of the file per colour: `level` is the middle of its values.
level_triangles <- function(seen, limits) {
  count <- nrow(seen) / 3
  times <- max(0, floor(log(pressure_max_triangles / count, 4)))
  fine <- refine_corners(seen[, .(u, v, value, triangle)], times)
  width <- diff(limits) / pressure_num_colours
  mean_value <- colMeans(by_triangle(fine, "value"))
  level <- pmin(pressure_num_colours - 1, floor((mean_value - limits[1]) /
                                                  max(width, 1e-12)))
  fine[, level := rep(limits[1] + (level + 0.5) * width, each = 3)]
}

draw_pressure <- function(corners, name, limits) {
  view <- mesh_views[[name]]
  shapes <- level_triangles(look_at(corners, view), limits)
  ggplot() +
    geom_polygon(aes(u, v, group = level, subgroup = triangle, fill = level,
                     colour = level), shapes, rule = "winding",
                 linewidth = pressure_seam_mm, linejoin = "round") +
    scale_fill_viridis_c(pressure_coefficient, limits = limits,
                         aesthetics = c("fill", "colour"),
                         guide = guide_colourbar(
                           barheight = unit(22, "mm"),
                           barwidth = unit(3.5, "mm"))) +
    mesh_frame(window_of(corners, view), view, paste("the", name, "surface")) +
    # The corner next to the root's tail is empty.
    theme(legend.position = if (name == "upper") c(0.89, 0.24) else "none",
          legend.background = element_blank())
}

draw_sections <- function(corners) {
  sections <- cut_stations(corners, pressure_stations)
  sections[, `:=`(place = sprintf("at %g %% of the span", 100 * span),
                  side = factor(side, names(pressure_sides)))]
  ggplot(sections, aes(chord, value, colour = side, shape = side)) +
    geom_line() +
    geom_point(size = 0.9) +
    facet_wrap(~place) +
    # Suction, which lifts, is drawn upwards, as is usual in the field.
    scale_y_reverse(pressure_coefficient) +
    scale_x_continuous("share of the chord, from the nose") +
    scale_colour_manual(NULL, values = pressure_sides) +
    scale_shape_manual(NULL, values = c(upper = 16, lower = 1)) +
    theme_quadrille() +
    # Where the pressure is high behind the nose: nowhere.
    theme(legend.position = c(0.94, 0.2), legend.background = element_blank(),
          legend.key = element_blank())
}

figure_pressure <- function(corners, title, subtitle) {
  limits <- range(corners[surface == "wall"]$value)
  figure_page(
    list(list(draw_pressure(corners, "upper", limits),
              draw_pressure(corners, "lower", limits)),
         list(draw_sections(corners))),
    title, subtitle,
    sprintf(paste0("Pressure coefficients are of the mesh's points, %.2f to ",
                   "%.2f on the wing; between points, linear.\nPoints of the ",
                   "lower panels are where edges of the mesh cross the ",
                   "section."), limits[1], limits[2]), heights = c(1, 0.5))
}
