# analysis/R/figures/figure_baseline.R -- a heat map of ratios to a baseline.

# Blue is faster and red slower, by factors of two; an inconclusive ratio is
# grey, and its number small.
figure_baseline <- function(rows, title, than) {
  rows <- copy(rows)
  rows[, case := factor(case, rev(unique(case)))]
  rows[, is_conclusive := verdict != "cannot tell"]
  rows[, shade := fifelse(is_conclusive, pmax(-2, pmin(2, log2(ratio))),
                          NA_real_)]
  ggplot(rows, aes(variant, case, fill = shade)) +
    geom_tile(colour = "white") +
    geom_text(aes(label = sprintf("%.2f", ratio), size = is_conclusive),
              family = figure_font) +
    scale_fill_gradient2("time, times that of the baseline", low = "#0072B2",
                         mid = "white", high = "#D55E00", na.value = "grey90",
                         limits = c(-2, 2), breaks = -2:2,
                         labels = c("1/4", "1/2", "1", "2", "4")) +
    scale_size_manual(values = c("FALSE" = label_mm, "TRUE" = 3),
                      guide = "none") +
    scale_x_discrete(NULL, position = "top",
                     labels = function(names) gsub(", ", ",\n", names)) +
    scale_y_discrete(NULL) +
    theme_quadrille() +
    theme(panel.grid = element_blank()) +
    labs(title = title, caption = than)
}

height_baseline_in <- function(rows) {
  1.8 + 0.22 * uniqueN(rows$case)
}
