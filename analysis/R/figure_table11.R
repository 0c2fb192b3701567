# analysis/R/figure_table11.R -- Table 11 as a picture: time against density.

figure_panel <- function(bytes) paste(bytes, "bytes a message")

# Turns "bytes=256;density=0.1" into its two numbers.
split_case <- function(rows) {
  rows[, `:=`(bytes = as.integer(sub("bytes=([0-9]+);.*", "\\1", case)),
              density = as.numeric(sub(".*density=", "", case)))][]
}

# Published points beside one simulated machine: line for the mean, band for
# the 5th to 95th percentile over the patterns.
figure_table11_simulated <- function(ledger, title, num_patterns) {
  rows <- split_case(ledger[table == "11" & !is.na(reproduced)])
  rows[, `:=`(reproduced = as.numeric(reproduced),
              published = as.numeric(published))]
  ggplot(rows, aes(100 * density, colour = algorithm, fill = algorithm)) +
    geom_ribbon(aes(ymin = low, ymax = high), alpha = 0.2, colour = NA) +
    geom_line(aes(y = reproduced, linetype = "simulated")) +
    geom_line(aes(y = published, linetype = "published")) +
    geom_point(aes(y = published, shape = "published"), size = 2) +
    facet_wrap(~bytes, labeller = as_labeller(figure_panel)) +
    scale_shape_manual(NULL, values = c(published = 1), guide = "none") +
    scale_linetype_manual(NULL, values = c(published = "dotted",
                                           simulated = "solid")) +
    scales_table11() +
    labs(title = "ponnusamy1992, Table 11: 32 processes, irregular patterns",
         subtitle = title,
         caption = paste0("Simulated: mean of ", num_patterns,
                          " random patterns, band from the 5th to the 95th ",
                          "percentile. Published: circles; its patterns are ",
                          "unknown."))
}

# The same experiment on a real machine; its times share no curve with others.
figure_table11_measured <- function(measured, title) {
  rows <- split_case(copy(measured))
  ggplot(rows, aes(100 * density, measured, colour = algorithm)) +
    geom_line() +
    geom_pointrange(aes(ymin = low, ymax = high), size = 0.3) +
    facet_wrap(~bytes, labeller = as_labeller(figure_panel)) +
    scales_table11(fill = FALSE) +
    labs(title = "The experiment of Table 11, measured on another machine",
         subtitle = title,
         caption = paste0("Median over ", rows$n[1], " random patterns with ",
                          "its rank-based 95% interval; a pattern counts with ",
                          "the median of its samples."))
}

scales_table11 <- function(fill = TRUE) {
  used <- list(
    scale_x_continuous("density of the pattern [% of all pairs]",
                       breaks = c(10, 25, 50, 75)),
    scale_y_log10("time of the exchange [ms]",
                  breaks = c(0.2, 0.5, 1, 2, 5, 10, 20, 50)),
    scale_colour_manual(NULL, values = algorithm_colours,
                        labels = algorithm_labels,
                        breaks = names(algorithm_labels)),
    theme_quadrille())
  if (fill)
    used <- c(used, list(scale_fill_manual(NULL, values = algorithm_colours,
                                           labels = algorithm_labels,
                                           breaks = names(algorithm_labels))))
  used
}
