# analysis/R/ablations.R -- what single ideas of wang1993 and ranka1995 are worth,
# on a simulated machine.

# A row a variant and case: the mean time over patterns, and inquiries a message.
# A variant is an algorithm and what of it is switched on; levels of a factor that
# it does not have are repetitions of the same, and one is kept.
summarise_variants <- function(samples) {
  rows <- copy(samples)
  rows[, improvements := fifelse(algorithm == "drs_n_polling",
                                 as.character(improvements), "")]
  if (!"shuffle" %in% names(rows))
    rows[, shuffle := NA_integer_]
  rows[, variant := fcase(
    algorithm == "two_stage" & !is.na(shuffle) & shuffle == 1,
    "two_stage, shuffled",
    improvements != "", paste0(algorithm, ", ", improvements),
    default = as.character(NA))]
  rows[is.na(variant), variant := algorithm]
  rows <- unique(rows, by = c("variant", "seed", "degree", "message_bytes",
                              "delay_us", "fan_out", "non_uniformity",
                              "traffic"))
  rows[, .(patterns = .N, time_ms = mean(as.numeric(time_ns)) / 1e6,
           low_ms = min(as.numeric(time_ns)) / 1e6,
           high_ms = max(as.numeric(time_ns)) / 1e6,
           inquiries_per_message = mean(inquiries / messages)),
       by = .(variant, degree, message_bytes, delay_us, fan_out, non_uniformity,
              traffic)]
}

# The slope of time over traffic, in us a byte, between the two largest t, beside
# what the same machine takes for a byte that is sent once: mu, from `once`.
slopes <- function(cases, mu_us) {
  large <- cases[order(traffic), .SD[c(.N - 1, .N)], by = variant]
  large[, .(slope_us = diff(time_ms) * 1e3 / (diff(traffic) * message_bytes[1])),
        by = variant][, mu_multiple := slope_us / mu_us][]
}

# How far the slowest case is above the fastest, as a share, over l.
spreads <- function(cases) {
  cases[, .(spread = max(time_ms) / min(time_ms) - 1), by = variant]
}

figure_delays <- function(cases, title) {
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
    labs(title = title, caption = "Means over patterns; simulated.")
}

figure_bounded <- function(cases, title) {
  ggplot(cases, aes(traffic, time_ms, colour = variant, shape = variant)) +
    geom_line() + geom_point(size = 1.2) +
    scale_x_continuous("traffic t of a rank [elements]", trans = "log2",
                       breaks = sort(unique(cases$traffic))) +
    scale_y_log10("time [simulated ms]") +
    scale_colour_viridis_d(NULL, end = 0.9) +
    scale_shape_manual(NULL, values = 0:14) +
    theme_quadrille() +
    labs(title = title, caption = "Means over patterns; simulated.")
}
