# analysis/R/figures/figure_delays.R -- the effect of a delay before the next
# inquiry [wang1993, Sec. 6]; `cases` is from summarise_ablations.

# What the best delay saves, compared with none.
describe_delays <- function(cases) {
  saved <- cases[, .(time = 1 - min(time_ms) / time_ms[delay_us == 0],
                     inquiries = 1 - min(inquiries_per_message) /
                       inquiries_per_message[delay_us == 0]),
                 by = .(variant, degree)]
  sprintf(paste("A delay saves at most %.0f%% of the inquiries and %.1f%% of",
                "the time"), 100 * max(saved$inquiries), 100 * max(saved$time))
}

number_delays <- function(cases) {
  cases[, .(words = sprintf("%s, %s messages per rank: %s ms, %s inquiries",
                            variant, degree, words_of_range(time_ms),
                            words_of_range(inquiries_per_message))),
        by = .(variant, degree)][, paste0(paste(words, collapse = "; "), ".")]
}

figure_delays <- function(cases) {
  long <- melt(cases, c("variant", "degree", "delay_us"),
               c("time_ms", "inquiries_per_message"))
  long[, variable := factor(variable, labels = c("time [simulated ms]",
                                                 "inquiries per message"))]
  drawn <- ggplot(long, aes(delay_us, value, colour = factor(degree),
                   linetype = variant)) +
    geom_line() + geom_point(aes(shape = factor(degree)), size = 1.2) +
    facet_wrap(vars(variable), scales = "free_y") +
    scale_x_continuous("delay before a busy destination is tried again [us]",
                       trans = "sqrt",
                       guide = guide_axis(check.overlap = TRUE)) +
    scale_y_log10(NULL) +
    scale_colour_viridis_d("messages per rank", end = 0.55) +
    scale_shape_manual("messages per rank", values = c(16, 17, 15, 3, 4, 8)) +
    scale_linetype_discrete(NULL) +
    guides(linetype = guide_legend(order = 1),
           colour = guide_legend(order = 2), shape = guide_legend(order = 2)) +
    theme_quadrille() +
    label_figure(describe_delays(cases), paste(
      "wang1993, Section 6: a delay before the next inquiry; simulated CM-5 of",
      "1993"), number_delays(cases),
      "Test set 1, 4096 bytes: a transfer takes 543 us. Means over patterns.")
  carry_numbers(drawn, cases[, .(variant, degree, delay_us, patterns, time_ms,
                                 low_ms, high_ms, inquiries_per_message)])
}
