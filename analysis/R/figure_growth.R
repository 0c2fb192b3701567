# analysis/R/figure_growth.R -- collectives on more and more processes.

# Time against the number of processes, a panel per size: points are simulated,
# lines predicted. `predicted` is from `quadrille model`.
figure_growth <- function(cases, predicted, shows) {
  cases <- copy(cases)[, collective := split_row(algorithm)$collective]
  predicted <- copy(predicted)[, collective := gsub("_", " ", operation)]
  cases[predicted, on = .(collective, procs, bytes), predicted_us := i.time_us]
  ratio <- na.omit(cases$median_us / cases$predicted_us)
  panel <- as_labeller(function(bytes) label_bytes(as.numeric(bytes)))
  drawn <- ggplot(cases, aes(procs, colour = collective)) +
    geom_line(aes(y = time_us, linetype = "predicted"), data = predicted,
              linewidth = 0.5) +
    geom_point(aes(y = median_us, shape = collective), size = 1.6) +
    facet_wrap(~bytes, labeller = panel, scales = "free_y") +
    scale_x_continuous("processes", trans = "log2",
                       breaks = unique(cases$procs)) +
    scale_y_log10("time [us]", labels = format_plain) +
    scale_colour_manual(NULL, values = palette_colours) +
    scale_shape_manual(NULL, values = c(19, 17, 15, 3, 7, 8, 1)) +
    scale_linetype_manual(NULL, values = c(predicted = "solid")) +
    theme_quadrille() +
    theme(axis.text.x = element_text(angle = 90, vjust = 0.5)) +
    label_figure(sprintf(paste("%d of %d simulated times are within 10%% of",
                               "the formula"),
                         sum(abs(log(ratio)) <= log(1.1)), length(ratio)),
                 paste0(shows, "; simulated as points"),
                 sprintf("Simulated / predicted: median %.2f, %s.",
                         median(ratio), words_of_range(ratio)))
  carry_numbers(drawn, rbindlist(list(
    simulated = cases[, .(collective, procs, bytes, time_us = median_us)],
    predicted = predicted[, .(collective, procs, bytes, time_us)]),
    idcol = "kind"))
}
