# analysis/R/ablations.R -- what single ideas of wang1993 and ranka1995 are worth,
# on a simulated machine.

# What tells cases of these sweeps apart, beside the variant.
case_columns <- c("degree", "bytes", "delay_us", "fan_out", "non_uniformity",
                  "traffic")

# An algorithm and what of it is switched on.
name_variants <- function(rows) {
  add <- function(to, given, word) fifelse(given, paste0(to, word), to)
  has <- function(column, level) {
    if (column %in% names(rows)) rows[[column]] %in% level
    else rep(FALSE, nrow(rows))
  }
  name <- rows$algorithm
  if ("improvements" %in% names(rows))
    name <- add(name, !is.na(rows$improvements),
                paste0(", ", rows$improvements))
  name <- add(name, has("shuffle", "true"), ", shuffled")
  add(name, has("stage_exchange", "drs_n_polling"), ", by drs")
}

# A row a variant and case: the mean time over patterns, and inquiries a message.
summarise_variants <- function(samples) {
  rows <- copy(samples)
  for (column in setdiff(c(case_columns, "inquiries"), names(rows)))
    rows[, (column) := NA_real_]
  rows[, variant := name_variants(rows)]
  rows[, .(patterns = .N, time_ms = mean(as.numeric(time_ns)) / 1e6,
           low_ms = min(as.numeric(time_ns)) / 1e6,
           high_ms = max(as.numeric(time_ns)) / 1e6,
           inquiries_per_message = mean(inquiries / messages)),
       by = c("variant", case_columns)]
}

# The same of every experiment that ran; NULL if none did.
summarise_ablations <- function(results) {
  ran <- Filter(Negate(is.null), results)
  if (length(ran) == 0)
    return(NULL)
  rbindlist(lapply(names(ran), function(name) {
    # The two sides of a figure are two sweeps.
    summarise_variants(ran[[name]]$samples)[
      , experiment := sub("_stages$", "", name)][]
  }))
}

# What a further byte of traffic costs a variant, in us: between the two largest
# t.
slopes <- function(cases) {
  large <- cases[order(traffic), .SD[c(.N - 1, .N)], by = variant]
  large[, .(slope_us = diff(time_ms) * 1e3 /
              (diff(traffic) * bytes[1])), by = variant]
}

# How far the slowest case is above the fastest, as a share, over l.
spreads <- function(cases) {
  cases[, .(spread = max(time_ms) / min(time_ms) - 1), by = variant]
}

claim_row <- function(paper, section, claim, holds) {
  data.table(paper = paper, section = section, machine = "cm5_1992",
             claim = claim, holds = holds)
}

claims_delays <- function(cases) {
  by_delay <- cases[variant == "drs_n",
                    .(gain = 1 - min(time_ms) / time_ms[delay_us == 0],
                      best_us = delay_us[which.min(time_ms)],
                      fewer = inquiries_per_message[delay_us == 543] /
                        inquiries_per_message[delay_us == 0]), by = degree]
  rbind(
    claim_row("wang1993", "6", sprintf(
      "a delay improves drs_n little (at best by %.1f%%)",
      100 * max(by_delay$gain)), max(by_delay$gain) < 0.05),
    claim_row("wang1993", "6", sprintf(
      "a delay of one transfer saves inquiries (%.0f%% to %.0f%% are left)",
      100 * min(by_delay$fewer), 100 * max(by_delay$fewer)),
      all(by_delay$fewer < 1)))
}

# What the text says of both figures, at every t from p^2 on.
claims_figures <- function(nine, ten) {
  time <- function(cases, name) cases[variant == name][order(traffic), time_ms]
  # Where two-stage is meant to be used: t from p^2 on.
  large <- function(cases) cases[traffic >= 1024]
  ratio <- function(cases, single) {
    max(time(large(cases), "two_stage") / time(large(cases), single))
  }
  rbind(
    claim_row("ranka1995", "7", sprintf(
      "Figure 9: two-stage outperforms drs without improvements (%.2f of it)",
      ratio(nine, "drs_n_polling, none")),
      ratio(nine, "drs_n_polling, none") < 1),
    claim_row("ranka1995", "7", sprintf(
      "Figure 10: both single-stage variants outperform two-stage (%.2f, %.2f)",
      ratio(ten, "drs_n_polling, none"), ratio(ten, "drs_n_polling, both")),
      ratio(ten, "drs_n_polling, none") > 1 &&
        ratio(ten, "drs_n_polling, both") > 1),
    claim_row("ranka1995", "7", sprintf(
      "two-stage is within 1.5 times single-stage (at most %.2f)",
      max(ratio(nine, "drs_n_polling, both"),
          ratio(ten, "drs_n_polling, both"))),
      max(ratio(nine, "drs_n_polling, both"),
          ratio(ten, "drs_n_polling, both")) <= 1.5))
}

# The slope of two-stage over the machine's mu: 1 / (4 MB/s), what a node of 32
# delivers when all send (Sec. 3 has 5 MB/s between distant nodes).
claims_slope <- function(nine) {
  slope <- slopes(nine)[variant == "two_stage", slope_us]
  claim_row("ranka1995", "6.4", sprintf(
    "two-stage's time grows by 2 mu a byte (%.3f us, %.2f mu at 4 MB/s)",
    slope, slope / 0.25), abs(slope / 0.25 - 2) <= 0.2)
}

claims_spread <- function(cases) {
  found <- spreads(cases)
  two <- found[variant == "two_stage", spread]
  single <- found[variant == "drs_n_polling, both", spread]
  claim_row("ranka1995", "7", sprintf(
    "over l, single-stage varies more than two-stage (%.0f%% against %.0f%%)",
    100 * single, 100 * two), single > two)
}

# The remarks of both papers, with the numbers that were found; of experiments
# that ran.
claims_ablations <- function(ablations) {
  of <- function(name) if (!is.null(ablations)) ablations[experiment == name]
  delays <- of("wang_delays")
  nine <- of("ranka_figure9")
  ten <- of("ranka_figure10")
  spread <- of("ranka_spread")
  has <- function(cases) !is.null(cases) && nrow(cases) > 0
  rbind(if (has(delays)) claims_delays(delays),
        if (has(nine) && has(ten)) claims_figures(nine, ten),
        if (has(nine)) claims_slope(nine),
        if (has(spread)) claims_spread(spread))
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
    scale_y_log10("time [simulated ms]") +
    scale_colour_viridis_d(NULL, end = 0.9) +
    scale_shape_manual(NULL, values = 0:14) +
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

figure_ablation <- function(cases) {
  switch(cases$experiment[1], wang_delays = figure_delays(cases),
         ranka_spread = figure_spread(cases), figure_bounded(cases))
}
