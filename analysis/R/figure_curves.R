# analysis/R/figure_curves.R -- a paper's figure of times, redrawn: style and
# layout.

max_curves <- 7 # of a panel, more are hard to distinguish

# A curve has its algorithm's colour, a line type per way to run it, and its own
# point shape, so that it is found in grey, too.
style_of_curves <- function(points) {
  styles <- unique(points[, .(curve = as.character(curve), algorithm)])
  colours <- colours_of(unique(styles$algorithm))
  styles[, `:=`(colour = colours[algorithm],
               line = c("solid", "42", "12", "4212")[
                 (seq_len(.N) - 1) %% 4 + 1]), by = algorithm]
  styles[, shape := rep_len(c(16, 17, 15, 3, 4, 8, 18, 25, 7, 10), .N)][]
}

# The number of legend columns that fit the page.
columns_of_legend <- function(curves) {
  max(1, min(3, 116 %/% (max(nchar(as.character(curves))) + 8)))
}

scale_curves <- function(styles) {
  of <- function(values) setNames(values, styles$curve)
  guide <- guide_legend(ncol = columns_of_legend(styles$curve))
  list(scale_colour_manual(NULL, breaks = styles$curve,
                           values = of(styles$colour), guide = guide),
       scale_linetype_manual(NULL, breaks = styles$curve,
                             values = of(styles$line), guide = guide),
       scale_shape_manual(NULL, breaks = styles$curve,
                          values = of(styles$shape), guide = guide))
}

# Open squares: the printed numbers, in their algorithm's colour.
draw_printed <- function(printed, points, unit) {
  if (is.null(printed))
    return(NULL)
  printed <- printed[points[, .(algorithm, curve)][!duplicated(algorithm)],
                     on = "algorithm", nomatch = NULL]
  printed[, panel := factor(panel, levels(points$panel))]
  geom_point(aes(y = printed_us / unit$us), printed, shape = printed_shape,
             size = 2.6, stroke = 0.7, show.legend = FALSE)
}

words_of_printed <- function(figure) {
  if (!is.null(figure$printed))
    sprintf("Open squares: printed in the paper's Table %s.",
            figure$printed$table)
}

# The points of the curves, and the printed ones of the same algorithms, in us.
numbers_of_curves <- function(points, printed) {
  if (!is.null(printed))
    printed <- printed[algorithm %in% points$algorithm]
  rbind(points[, -c("how", "abscissa")][, x := points$abscissa],
        if (!is.null(printed))
          printed[, .(panel, algorithm, x = abscissa, printed_us)],
        fill = TRUE)
}

columns_of_panels <- function(panels) c(1, 2, 3, 2, 3, 3)[nlevels(panels)]

# The height that leaves room for each panel.
height_curves_in <- function(points) {
  panels <- ceiling(nlevels(points$panel) / columns_of_panels(points$panel))
  legend <- ceiling(uniqueN(points$curve) / columns_of_legend(points$curve))
  1.4 + 0.22 * legend + (if (panels == 1) 2.8 else 2 * panels)
}

# `points` is from curves_of_figure, `printed` from printed_of_figure; `machine`
# is a title.
figure_curves <- function(figure, points, printed, machine) {
  crowd <- points[, uniqueN(curve), by = panel]$V1
  if (any(crowd > max_curves))
    refuse("figures.yaml: ", figure$name, ": ", max(crowd),
           " curves in a panel; accepted: ", max_curves)
  unit <- choose_unit(points$median_us)
  points <- copy(points)[, `:=`(bound_us = bound_us / unit$us,
                                curve = factor(curve, unique(curve)))]
  captions <- c(paste0(words_of_points(points, TRUE), "."),
                words_of_printed(figure),
                "Dashed grey: lower bound: latency plus the mean bytes sent by",
                "a rank, divided by the bandwidth.", figure$note)
  ggplot(points, aes(abscissa, median_us / unit$us, colour = curve,
                     linetype = curve, shape = curve)) +
    draw_bound(points, "panel") +
    geom_line(linewidth = 0.4) +
    geom_linerange(aes(ymin = low_us / unit$us, ymax = high_us / unit$us),
                   data = points[seeds > 1], linetype = "solid",
                   show.legend = FALSE) +
    geom_point(size = 1.7) +
    draw_printed(printed, points, unit) +
    (if (nlevels(points$panel) > 1)
      facet_wrap(~panel, ncol = columns_of_panels(points$panel))) +
    scale_curves(style_of_curves(points)) +
    scale_abscissa(points$abscissa, figure$axis) +
    scale_y_log10(paste0("time of the exchange [simulated ", unit$name, "]"),
                  labels = format_plain) +
    theme_quadrille() + theme(legend.key.width = unit(9, "mm"),
                              axis.text.x = element_text(size = 7)) +
    labs(title = figure$title, subtitle = machine,
         caption = wrap_caption(paste(captions, collapse = " ")))
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
  printed <- printed_of_figure(figure, published)
  list(plot = carry_numbers(figure_curves(figure, points, printed, machine),
                            numbers_of_curves(points, printed)),
       height_in = height_curves_in(points), experiments = names(runs))
}
