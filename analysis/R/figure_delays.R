# analysis/R/figure_delays.R -- the effect of a delay before the next inquiry
# [wang1993, Sec. 6]; `cases` is from summarise_ablations.

figure_delays <- function(cases) {
  long <- melt(cases, c("variant", "degree", "delay_us"),
               c("time_ms", "inquiries_per_message"))
  long[, variable := factor(variable, labels = c("time [simulated ms]",
                                                 "inquiries per message"))]
  drawn <- ggplot(long, aes(delay_us, value, colour = factor(degree),
                   linetype = variant)) +
    geom_line() + geom_point(size = 0.8) +
    facet_wrap(vars(variable), scales = "free_y") +
    scale_x_continuous("delay before a busy destination is tried again [us]",
                       trans = "sqrt") +
    scale_y_log10(NULL) +
    scale_colour_viridis_d("messages per rank", end = 0.85) +
    scale_linetype_discrete(NULL) +
    theme_quadrille() +
    labs(title = "wang1993, Sec. 6: delays, on a simulated CM-5",
         caption = "Test set 1, 4096 bytes: a transfer takes 543 us. Means.")
  carry_numbers(drawn, cases[, .(variant, degree, delay_us, patterns, time_ms,
                                 low_ms, high_ms, inquiries_per_message)])
}
