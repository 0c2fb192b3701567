# analysis/R/figures/figure_growth.R -- what `auto` takes on more and more
# processes.

growth_height_in <- 2.9

# The algorithms that `auto` takes one after the other: a row at the first
# number of processes of each, by operation. The rows are in this order.
first_taken <- function(predicted) {
  predicted[!duplicated(rleid(operation, algorithm))]
}

# Time against the number of processes, a panel per operation: points are
# simulated, the line is the model's, which goes further. `predicted` is from
# `quadrille model --algorithms`.
figure_growth <- function(cases, predicted, shows) {
  cases <- cases[, .(operation = sub("_auto$", "", algorithm), procs, bytes,
                     time_us = median_us)]
  predicted <- predicted[auto == "taken",
                         .(operation, procs, bytes, algorithm, time_us)]
  predicted <- predicted[order(factor(operation, unique(operation)), procs)]
  shown <- rbindlist(list(simulated = cases, modelled = predicted),
                     use.names = TRUE, fill = TRUE, idcol = "kind")
  shown[, operation := factor(operation, unique(predicted$operation))]
  setorder(shown, -kind, operation, procs)
  both <- merge(cases, predicted, by = c("operation", "procs", "bytes"))
  ratio <- both$time_us.x / both$time_us.y
  drawn <- ggplot(shown, aes(procs, time_us)) +
    geom_line(aes(linetype = "the model"), shown[kind == "modelled"],
              colour = palette_colours[2], linewidth = 0.5) +
    geom_point(aes(shape = "simulated"), shown[kind == "simulated"],
               size = 1.8) +
    geom_text(aes(label = algorithm),
              first_taken(shown[kind == "modelled"]), hjust = 0, vjust = 1.9,
              nudge_x = 0.1, size = label_mm, family = figure_font,
              colour = palette_colours[2]) +
    facet_wrap(~operation) +
    scale_x_continuous("processes", trans = "log2",
                       breaks = unique(predicted$procs)) +
    scale_y_continuous("time [us]", limits = c(0, NA),
                       expand = expansion(c(0, 0.05))) +
    scale_linetype_manual(NULL, values = c(`the model` = "solid")) +
    scale_shape_manual(NULL, values = c(simulated = 16)) +
    theme_quadrille() +
    theme(axis.text.x = element_text(angle = 90, vjust = 0.5),
          legend.box = "horizontal") +
    label_figure(
      sprintf("To %d processes simulated times are within %.1f%% of the model",
              max(both$procs), 100 * (exp(max(abs(log(ratio)))) - 1)),
      shows, sprintf("Modelled from %d to %d processes: %s.",
                     min(predicted$procs), max(predicted$procs),
                     predicted[, words_of_range(time_us), by = operation][
                       , paste(operation, V1, "us", collapse = ", ")]),
      "A name is that of the algorithm that auto takes from there on.")
  carry_numbers(drawn, shown)
}
