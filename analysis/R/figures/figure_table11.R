# analysis/R/figures/figure_table11.R -- Table 11 as a picture: time against
# density.

figure_panel <- function(bytes) paste(bytes, "bytes per message")

table11_height_in <- 4

# The keys of a published case, a column each.
split_case <- function(rows) cbind(rows, split_pairs(rows$case))

# Next to each other at every density, one place per algorithm.
dodge <- position_dodge(width = 0.7)

# The parts that both figures share; `labels` of the algorithms; `shapes` names
# the kinds of points.
figure_frame <- function(labels, shapes) {
  list(
    facet_wrap(~bytes, labeller = as_labeller(figure_panel)),
    scale_x_discrete("density of the pattern [% of all pairs]"),
    scale_y_log10("time of the exchange [ms]",
                  breaks = c(0.2, 0.5, 1, 2, 5, 10, 20, 50)),
    scale_algorithms(labels),
    scale_shape_manual(NULL, values = shapes, breaks = names(shapes)),
    # Layers have points of different sizes, which a key would show together.
    guides(colour = guide_legend(order = 1), shape = guide_legend(
      order = 2, override.aes = list(size = 2, linetype = "blank"))),
    theme_quadrille())
}

describe_table11 <- function(rows) {
  words <- rows[, .(words = sprintf("%s %s ms", algorithm[1],
                                    words_of_range(reproduced))),
                by = algorithm]$words
  paste0("Simulated at densities of ", words_of_range(100 * rows$density),
         "%: ", paste(words, collapse = ", "), ".",
         describe_ratios(rows$reproduced / rows$published))
}

in_order <- function(algorithm, labels) factor(algorithm, names(labels))
percent <- function(density) factor(100 * density)

# Printed and simulated next to each other: open square, and mean with a bar
# from the 5th to the 95th percentile over the patterns; the null model below.
figure_table11_simulated <- function(ledger, null_model, labels, title,
                                     num_patterns) {
  rows <- split_case(ledger[table == "11" & !is.na(reproduced)])
  rows[, `:=`(reproduced = as.numeric(reproduced),
              published = as.numeric(published))]
  nulls <- split_case(copy(null_model))
  drawn <- ggplot(rows, aes(percent(density),
                            colour = in_order(algorithm, labels))) +
    geom_linerange(aes(ymin = low, ymax = high), position = dodge) +
    geom_point(aes(y = reproduced, shape = "simulated"), position = dodge,
               size = 1.6) +
    geom_point(aes(y = published, shape = "printed"), position = dodge,
               size = 2.6) +
    geom_point(aes(y = as.numeric(reproduced), shape = "null model"),
               data = nulls, position = dodge, colour = "grey50", size = 1.6) +
    figure_frame(labels, c(printed = printed_shape, simulated = 19,
                           "null model" = 5)) +
    label_figure(count_ratios(rows[role %in% predicted_roles, reproduced /
                                     published]), paste0(
      "ponnusamy1992, Table 11: 32 processes, irregular patterns; ", title),
      describe_table11(rows), paste0(
        "Simulated: mean of ", num_patterns, " random patterns, bar from the ",
        "5th to the 95th percentile; the printed patterns are unknown. Null ",
        "model: largest degree x (88 us + bytes / 5 MB/s), without schedules. ",
        "Algorithms from left to right as in the legend."))
  nulls[, `:=`(machine = "null model", reproduced = as.numeric(reproduced),
               published = as.numeric(published))]
  carry_numbers(drawn, rbind(rows, nulls, fill = TRUE)[, -"note"])
}
