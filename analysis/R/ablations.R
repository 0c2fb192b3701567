# analysis/R/ablations.R -- what single ideas of wang1993 and ranka1995 are worth,
# on a simulated machine.

# An algorithm and what of it is switched on: of parameters with several levels.
name_variants <- function(rows) {
  add <- function(to, given, word) fifelse(given, paste0(to, word), to)
  has <- function(column, level) {
    if (column %in% names(rows)) rows[[column]] %in% level
    else rep(FALSE, nrow(rows))
  }
  name <- rows$algorithm
  for (column in intersect(c("improvements", "traversal"), names(rows))) {
    is_given <- !is.na(rows[[column]]) & rows[[column]] != ""
    if (uniqueN(rows[[column]][is_given]) > 1)
      name <- add(name, is_given, paste0(", ", rows[[column]]))
  }
  name <- add(name, has("shuffle", "true"), ", shuffled")
  add(name, has("stage_exchange", "drs_n_polling"), ", by drs")
}

# A row a variant and case: the mean time over patterns, and inquiries a message.
# All have the columns that any case has.
varied <- c("experiment", "procs", "bytes", "degree", "delay_us", "fan_out",
            "non_uniformity", "traffic")
summarise_variants <- function(samples) {
  rows <- copy(samples)
  for (column in setdiff(c(varied, "inquiries"), names(rows)))
    rows[, (column) := NA_real_]
  rows[, variant := name_variants(rows)]
  rows[, .(patterns = .N, time_ms = mean(as.numeric(time_ns)) / 1e6,
           low_ms = min(as.numeric(time_ns)) / 1e6,
           high_ms = max(as.numeric(time_ns)) / 1e6,
           inquiries_per_message = mean(inquiries / messages)),
       by = c("variant", varied)]
}

# The same of every experiment that ran; NULL if none did.
summarise_ablations <- function(results) {
  ran <- Filter(Negate(is.null), results)
  if (length(ran) == 0)
    return(NULL)
  rbindlist(lapply(names(ran), function(name) {
    # The two sides of a figure are two sweeps.
    summarise_variants(copy(ran[[name]]$samples)[
      , experiment := sub("_stages$", "", name)])
  }))
}

figure_delays <- function(cases) {
  long <- melt(cases, c("variant", "degree", "delay_us"),
               c("time_ms", "inquiries_per_message"))
  long[, variable := factor(variable, labels = c("time [simulated ms]",
                                                 "inquiries a message"))]
  ggplot(long, aes(delay_us, value, colour = factor(degree),
                   linetype = variant)) +
    geom_line() + geom_point(size = 0.8) +
    facet_wrap(vars(variable), scales = "free_y") +
    scale_x_continuous("delay before a busy destination is asked again [us]",
                       trans = "sqrt") +
    scale_y_log10(NULL) +
    scale_colour_viridis_d("messages a rank", end = 0.85) +
    scale_linetype_discrete(NULL) +
    theme_quadrille() +
    labs(title = "wang1993, Sec. 6: delays, on a simulated CM-5",
         caption = "Test set 1, 4096 bytes: a transfer takes 543 us. Means.")
}

figure_bounded <- function(cases) {
  title <- sprintf("ranka1995: fan-out %s, l = %s, on a simulated CM-5",
                   cases$fan_out[1], signif(cases$non_uniformity[1], 3))
  ggplot(cases, aes(traffic, time_ms, colour = variant, shape = variant)) +
    geom_line() + geom_point(size = 1.2) +
    scale_x_continuous("traffic t of a rank [elements of 4 bytes]",
                       trans = "log2", breaks = sort(unique(cases$traffic))) +
    scale_y_log10("time [simulated ms]", labels = format_plain) +
    scale_colour_viridis_d(NULL, end = 0.9) +
    scale_shape_manual(NULL, values = 0:14) +
    guides(colour = guide_legend(ncol = 3), shape = guide_legend(ncol = 3)) +
    theme_quadrille() +
    labs(title = title, caption = "Means over patterns.")
}

figure_spread <- function(cases) {
  ggplot(cases, aes(non_uniformity, time_ms, colour = variant,
                    shape = variant)) +
    geom_line() +
    geom_pointrange(aes(ymin = low_ms, ymax = high_ms), size = 0.2) +
    scale_x_continuous("non-uniformity l", trans = "log2",
                       breaks = unique(cases$non_uniformity)) +
    scale_y_continuous("time [simulated ms]", limits = c(0, NA)) +
    scale_colour_viridis_d(NULL, end = 0.9) +
    scale_shape_manual(NULL, values = 0:14) +
    theme_quadrille() +
    labs(title = "ranka1995, Sec. 7: equal traffic, unequal messages",
         caption = sprintf(paste("Fan-out %s, t = %s elements of 4 bytes, on a",
                                 "simulated CM-5. Mean and range of patterns."),
                           cases$fan_out[1], cases$traffic[1]))
}

# Times against lengths, a panel a number of nodes.
figure_lengths <- function(cases) {
  draw_panels(cases, ~procs, function(p) paste(p, "nodes"),
               scale_x_continuous("bytes of a message",
                                  expand = expansion(c(0.05, 0.09))))
}

# The same over several orders of magnitude, a panel a degree.
figure_degrees <- function(cases, what) {
  draw_panels(cases, ~degree, function(d) paste("d =", d),
               scale_x_continuous(paste("bytes of", what), trans = "log2",
                                  labels = format_plain))
}

draw_panels <- function(cases, panels, words, lengths) {
  ggplot(cases, aes(bytes, time_ms, colour = variant, shape = variant)) +
    geom_line() + geom_point(size = 1.2) +
    facet_wrap(panels, labeller = as_labeller(words), scales = "free_y") +
    lengths +
    scale_y_log10("time [simulated ms]", labels = format_plain) +
    scale_colour_viridis_d(NULL, end = 0.9) +
    scale_shape_discrete(NULL) +
    theme_quadrille()
}

figure_ablation <- function(cases) {
  switch(cases$experiment[1], wang_delays = figure_delays(cases),
         ranka_spread = figure_spread(cases),
         ponnusamy_figure5 = figure_lengths(cases) +
           labs(title = "ponnusamy1992, Figure 5: complete exchanges"),
         ponnusamy_figure6 = figure_lengths(cases) +
           labs(title = "ponnusamy1992, Figures 6 to 8: complete exchanges"),
         ponnusamy_figure10 = figure_lengths(cases) +
           labs(title = "ponnusamy1992, Figures 10 and 11: broadcasts"),
         wang_figure7 = figure_degrees(cases, "a message") +
           labs(title = "wang1993, Figure 7: messages of one size"),
         wang_figure8 = figure_degrees(cases, "a unit") +
           labs(title = "wang1993, Figure 8: messages of 1 to 32 units"),
         figure_bounded(cases))
}
