# analysis/R/figures/figure_brackets.R -- printed times and the two surrogates',
# as a picture.

brackets_height_in <- 5

# A bar from one surrogate's time to the other's, both divided by the printed
# time, which is the line at 1; a panel per algorithm and pattern. NULL: no
# brackets.
figure_brackets <- function(brackets, labels, machine) {
  if (NROW(brackets) == 0)
    return(NULL)
  rows <- split_case(copy(brackets)[, published := as.numeric(published)])
  rows[, `:=`(
    points = factor(paste(points, "points"),
                    paste(sort(unique(points)), "points")),
    algorithm = factor(short_label(labels[algorithm]), short_label(labels)),
    from = pmin(counted, shown) / published,
    to = pmax(counted, shown) / published)]
  colours <- setNames(palette_colours[c(2, 4, 7)],
                      c("between", "below both", "above both"))
  shapes <- setNames(c(19, 21), c(rows$counted_workload[1],
                                  rows$shown_workload[1]))
  ggplot(rows, aes(bytes)) +
    geom_hline(yintercept = 1, linewidth = 0.4) +
    geom_hline(yintercept = c(1 / bracket_slack, bracket_slack),
               linewidth = 0.3, linetype = "dashed", colour = "grey50") +
    geom_linerange(aes(ymin = from, ymax = to, colour = verdict),
                   linewidth = 1.1) +
    geom_point(aes(y = counted / published, colour = verdict,
                   shape = counted_workload), size = 2) +
    geom_point(aes(y = shown / published, colour = verdict,
                   shape = shown_workload), size = 2, fill = "white") +
    facet_grid(points ~ algorithm) +
    scale_shape_manual(NULL, values = shapes, breaks = names(shapes)) +
    scale_colour_manual("printed time", values = colours,
                        breaks = names(colours)) +
    scale_x_continuous("unit of the message sizes [bytes]", trans = "log2",
                       breaks = 2^c(4, 7, 10),
                       expand = expansion(mult = 0.12)) +
    scale_y_log10(ratio_words, breaks = c(0.5, 0.7, 1, 1.4, 2)) +
    theme_quadrille() +
    label_figure(
      rows[, sprintf(paste("%d of %d printed times lie between those of two",
                           "substitute traffics"),
                     sum(verdict == "between"), .N)],
      paste0(table_of(rows$paper[1], rows$table[1]),
             ": times divided by the printed time, the line at 1; ", machine),
      paste0(paste(rows[, .N, by = verdict][, paste(N, verdict)],
                   collapse = ", "), ". Simulated / printed: ",
             words_of_range(c(rows$from, rows$to)), "."),
      paste0(describe_brackets(brackets), " (dashed). Means over patterns."))
}
