# analysis/R/figures/direct_labels.R -- names of curves at their ends, for
# figures with more curves than a legend should have.

max_legend <- 6
label_line_pt <- 9 # from one name to the next
label_share <- 0.42 # of the abscissa's range, to the right of the curves

# Moves values apart until neighbours differ by `gap`.
move_apart <- function(values, gap) {
  order <- order(values)
  placed <- values[order]
  for (pass in seq_len(200)) {
    missing <- gap - diff(placed)
    if (all(missing <= 1e-6))
      break
    push <- pmax(missing, 0) / 2
    placed <- placed + c(0, push) - c(push, 0)
  }
  values[order] <- placed
  values
}

# `times` are all that a panel shows, `height_pt` its height.
draw_direct_labels <- function(points, times, height_pt) {
  gap <- 1.1 * diff(range(log10(times))) * label_line_pt / height_pt
  last <- points[, .SD[which.max(abscissa)], by = .(panel, curve)]
  last[, place := 10^move_apart(log10(time), gap), by = panel]
  span <- max(points$abscissa) / min(points$abscissa)
  last[, beyond := abscissa * span^0.03]
  list(geom_segment(aes(abscissa, time, xend = beyond, yend = place), last,
                    linetype = "solid", linewidth = 0.25, show.legend = FALSE),
       geom_text(aes(beyond, place, label = paste0(" ", curve)), last,
                 hjust = 0, size = label_mm, family = figure_font,
                 colour = stated_colour, show.legend = FALSE))
}
