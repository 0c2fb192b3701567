# analysis/R/figures/figure_curves.R -- a paper's figure of times, redrawn:
# layout.

# The sign of printed numbers, an open square, in the legend.
style_of_printed <- function(points) {
  if (any(!is.na(points$printed_us)))
    data.table(curve = "printed", algorithm = NA_character_,
               colour = stated_colour, line = "blank", shape = printed_shape)
}

# Printed times in their algorithm's colour.
draw_printed <- function(rows) {
  geom_point(aes(y = printed), rows[!is.na(printed)], shape = printed_shape,
             size = 2.6, stroke = 0.7, show.legend = FALSE)
}

is_direct_figure <- function(points) uniqueN(points$curve) > max_legend

columns_of_panels <- function(points) {
  if (is_direct_figure(points)) 1
  else c(1, 2, 3, 2, 3, 3)[nlevels(points$panel)]
}

# The height of a panel, and of the figure: a fixed part, and the panels'.
panel_height_in <- function(points) {
  if (nlevels(points$panel) == 1 || is_direct_figure(points)) 1.9 else 1.5
}
rows_of_panels <- function(points) {
  ceiling(nlevels(points$panel) / columns_of_panels(points)) +
    any(!is.na(points$ratio))
}
height_curves_in <- function(points) {
  legend <- if (is_direct_figure(points)) 0 else
    ceiling(uniqueN(points$curve) / columns_of_legend(points$curve))
  1.4 + 0.18 * legend + (panel_height_in(points) + 0.15) *
    rows_of_panels(points)
}

# The rows of times and, with printed numbers, of ratios.
draw_rows <- function(points, times) {
  has_ratios <- any(!is.na(points$ratio))
  upper <- if (has_ratios) with_row(points, 1, times) else points
  list(draw_bound(upper, "panel"),
       geom_line(aes(y = time), upper, linewidth = 0.4),
       geom_linerange(aes(y = time, ymin = low, ymax = high), upper[seeds > 1],
                      linetype = "solid", show.legend = FALSE),
       # In each key: the one of printed times has no curve.
       geom_point(aes(y = time), upper, size = 1.7, show.legend = TRUE),
       draw_printed(upper),
       if (has_ratios) list(draw_ratios(points, times), facet_ratios())
       else if (nlevels(points$panel) > 1)
         facet_wrap(~panel, ncol = columns_of_panels(points)))
}

captions_of_curves <- function(figure, points) {
  paste(c(paste0(words_of_points(points, TRUE), "."),
          if (!is.null(figure$printed))
            sprintf("Printed: Table %s; grey: within 25%%.",
                    figure$printed$table),
          if (any(!points$counts, na.rm = TRUE))
            sprintf("%d on which a constant was fitted do not count.",
                    sum(!points$counts, na.rm = TRUE)),
          "Dashed: lower bound: latency plus the mean bytes sent by a rank,",
          "divided by the bandwidth.", figure$note), collapse = " ")
}

# `points` is from curves_of_figure and add_printed; `machine` is a title.
figure_curves <- function(figure, points, finding, machine) {
  crowd <- points[, uniqueN(curve), by = panel]$V1
  if (any(crowd > max_curves))
    refuse("figures.yaml: ", figure$name, ": ", max(crowd),
           " curves in a panel; accepted: ", max_curves)
  unit <- choose_unit(points$median_us)
  times <- paste0("time [simulated ", unit$name, "]")
  drawn <- copy(points)[, `:=`(
    time = median_us / unit$us, low = low_us / unit$us,
    high = high_us / unit$us, printed = printed_us / unit$us,
    bound_us = bound_us / unit$us, curve = factor(curve, unique(curve)))]
  is_direct <- is_direct_figure(points)
  stated <- stated_of_figure(figure, points)
  seen <- c(drawn$time, drawn[bound_us > 0]$bound_us)
  height_pt <- 72 * panel_height_in(points)
  ggplot(points, aes(abscissa, colour = curve, linetype = curve,
                     shape = curve)) +
    draw_rows(drawn, times) +
    (if (is_direct) draw_direct_labels(drawn, seen, height_pt)) +
    draw_stated(stated, points$abscissa, seen, height_pt) +
    scale_curves(rbind(style_of_curves(points), style_of_printed(points)),
                 is_direct) +
    scale_abscissa(points$abscissa, figure$axis,
                   if (is_direct) label_share else 0.05,
                   if (columns_of_panels(points) > 2) 8 else 12) +
    scale_y_log10(if (any(!is.na(points$ratio))) NULL else times,
                  breaks = breaks_of_row, labels = format_plain) +
    theme_quadrille() + theme_ratios() +
    theme(legend.key.width = unit(9, "mm"),
          axis.text.x = element_text(size = 7)) +
    label_figure(finding, paste0(figure$shows, "; ", machine), paste0(
      describe_curves(points, figure$axis, unit),
      describe_ratios(points$ratio), describe_stated(stated)),
      captions_of_curves(figure, points))
}

# As plot_figure; what goes wrong is the fault of the figure's entry.
draw_figure <- function(figure, results_folder, published,
                        read = read_results) {
  reading(paste("figures.yaml:", figure$name),
          plot_figure(figure, results_folder, published, read))
}

# A figure of results in a folder, which `read` reads: plot, height_in, and its
# experiments; NULL if one has not run, or lacks a configuration of the figure.
plot_figure <- function(figure, results_folder, published, read) {
  runs <- runs_of_figure(figure, results_folder, read)
  if (any(vapply(runs, is.null, NA)))
    return(NULL)
  machine <- runs[[1]]$title
  if (!is.null(figure$down))
    return(list(plot = figure_best(figure, summarise_sweep(runs[[1]]),
                                   runs[[1]]$labels, machine),
                height_in = best_height_in, experiments = names(runs)))
  points <- curves_of_figure(figure, runs)
  if (nrow(points) == 0)
    return(NULL)
  declared <- unlist(lapply(runs, `[[`, "declared"))
  add_printed(points, printed_of_figure(figure, published, declared))
  finding <- if (is.null(figure$finding)) count_ratios(points[(counts)]$ratio)
             else evaluate_finding(figure$finding, runs)
  list(plot = figure_curves(figure, points, finding, machine),
       height_in = height_curves_in(points), experiments = names(runs))
}
