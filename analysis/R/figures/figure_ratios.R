# analysis/R/figures/figure_ratios.R -- below times, the ratio of the simulated
# to the printed ones, where 10% is visible.

ratio_words <- "simulated / printed"
ratio_band <- 1.25 # grey: within 25%

# Two rows of panels; layers of the first have the times.
with_row <- function(rows, number, times) {
  names <- c(times, ratio_words)
  copy(rows)[, row := factor(names[number], names)]
}

# Round ratios, or each decade.
breaks_of_row <- function(limits) {
  if (!all(is.finite(limits)))
    return(numeric())
  decades <- 10^seq(ceiling(log10(limits[1])), length.out = max(
    0, floor(log10(limits[2])) - ceiling(log10(limits[1])) + 1))
  if (limits[1] < 1 && limits[2] > 1 && limits[2] < 20 * limits[1])
    c(0.25, 0.5, 0.8, 1, 1.25, 2, 4)
  else if (length(decades) >= 3) decades
  else scales::log_breaks()(limits)
}

# Points of the lower row: open squares, as all printed numbers, with the band.
draw_ratios <- function(points, times) {
  rows <- with_row(points[!is.na(ratio)], 2, times)
  band <- unique(rows[, .(panel, row, low = min(abscissa),
                          high = max(abscissa))])
  list(geom_rect(aes(xmin = low, xmax = high, ymin = 1 / ratio_band,
                     ymax = ratio_band), band, inherit.aes = FALSE,
                 fill = "grey88"),
       geom_hline(aes(yintercept = 1), band, linewidth = 0.3),
       geom_line(aes(y = ratio), rows, linewidth = 0.4),
       geom_point(aes(y = ratio), rows, size = 1.7))
}

facet_ratios <- function() {
  facet_grid(row ~ panel, scales = "free_y", switch = "y")
}

# The names of rows are the titles of their axes.
theme_ratios <- function() {
  theme(strip.placement = "outside", strip.background.y = element_blank(),
        strip.text.y.left = element_text(size = 8, angle = 90))
}
