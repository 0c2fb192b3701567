# analysis/R/figures/figure_printed.R -- the one figure: all printed times
# against the simulated ones.

# On a page, and on a screen as narrow as a phone's.
printed_height_in <- function(is_narrow = FALSE) if (is_narrow) 5.6 else 7.4
printed_width_in <- function(is_narrow = FALSE) {
  if (is_narrow) 3.3 else figure_width_in
}
paper_colours <- c(ponnusamy1992 = "#0072B2", wang1993 = "#D55E00",
                   barnett1994 = "#009E73")

# The times of the ledger that count, in microseconds, a row each. Filled: the
# paper's own traffic; open: a surrogate's.
times_of_ledger <- function(ledger) {
  rows <- predicted_times(ledger)[!is.na(reproduced)]
  rows <- rows[as.numeric(published) > 0]
  rows[, `:=`(printed_us = as.numeric(published) * per_unit[unit] / 1e3,
              simulated_us = as.numeric(reproduced) * per_unit[unit] / 1e3,
              traffic = fifelse(role == "surrogate", "substitute traffic",
                                "the paper's traffic"))]
  rows[simulated_us > 0]
}

# Median, and the range without the 5% at either end, by table.
spread_of_times <- function(times) {
  times[, .(number = .N, median = median(simulated_us / printed_us),
            low = quantile(simulated_us / printed_us, 0.05, names = FALSE),
            high = quantile(simulated_us / printed_us, 0.95, names = FALSE)),
        by = .(paper, table)]
}

# What a reader should take home.
describe_printed <- function(times) {
  off <- exp(abs(log(times$simulated_us / times$printed_us)))
  decades <- floor(log10(max(times$printed_us) / min(times$printed_us)))
  sprintf(paste0("Simulated times follow the printed ones over %d decades; ",
                 "half of them are within %.0f%%"),
          as.integer(decades), 100 * (median(off) - 1))
}

# What its marks mean.
words_of_printed <- paste(
  "Each point is a printed time of the CM-5 or the Paragon; grey: within 25%.",
  "Filled: the paper's own traffic; open: substitute meshes and matrices.",
  "Cells that a constant was fitted on or taken from are left out.")

# On a narrow screen a point is one path of the svg, which halves its size.
draw_times <- function(is_narrow, has_both) {
  if (is_narrow)
    return(geom_point(aes(printed_us, simulated_us, colour = paper,
                          shape = I(fifelse(role == "surrogate", 1, 16))),
                      size = 1.1, stroke = 0.45))
  list(geom_point(aes(printed_us, simulated_us, colour = paper, shape = seen,
                      fill = I(inside)), size = 1.5, stroke = 0.45,
                  alpha = 0.9),
       scale_shape_manual(NULL, values = c("looked at" = 21,
                                           "looked at last" = 24)),
       guides(shape = if (!has_both) "none"
              else guide_legend(override.aes = list(fill = "grey50"))))
}

plot_times <- function(times, is_narrow) {
  ends <- range(times$printed_us, times$simulated_us)
  band <- data.table(x = ends * c(0.7, 1.4))
  words <- c("10 us" = 10, "100 us" = 100, "1 ms" = 1e3, "10 ms" = 1e4,
             "100 ms" = 1e5, "1 s" = 1e6, "10 s" = 1e7)
  if (is_narrow)
    words <- words[c(TRUE, FALSE)]
  drawn <- copy(times)[, inside := fifelse(role == "surrogate", "white",
                                           paper_colours[paper])]
  plot <- ggplot(drawn) +
    geom_ribbon(aes(x, ymin = x / 1.25, ymax = x * 1.25), band,
                fill = "grey88") +
    geom_line(aes(x, x), band, linewidth = 0.3) +
    draw_times(is_narrow, uniqueN(drawn$seen) > 1) +
    scale_x_log10("printed time", breaks = words, labels = names(words)) +
    scale_y_log10("simulated time", breaks = words, labels = names(words)) +
    scale_colour_manual(NULL, values = paper_colours) +
    coord_fixed(xlim = ends, ylim = ends) +
    theme_quadrille() +
    legend_inside(0, 1) +
    theme(legend.background = element_rect(fill = "white", colour = "grey80"),
          legend.margin = margin(2, 6, 2, 2))
  carry_numbers(plot, times[, -"note"])
}

plot_spread <- function(spread, is_narrow) {
  rows <- copy(spread)[order(match(paper, names(paper_colours)),
                             as.numeric(table))]
  rows[, words := sprintf("%s, %s (%d)", paper, table, number)]
  rows[, words := factor(words, rev(words))]
  ggplot(rows, aes(y = words, colour = paper)) +
    geom_rect(aes(xmin = 1 / 1.25, xmax = 1.25, ymin = -Inf, ymax = Inf),
              rows[1], fill = "grey88", colour = NA) +
    geom_vline(xintercept = 1, linewidth = 0.3) +
    geom_linerange(aes(xmin = low, xmax = high), linewidth = 0.8) +
    geom_point(aes(median), size = 2) +
    scale_colour_manual(NULL, values = paper_colours, guide = "none") +
    scale_x_continuous(if (is_narrow) "simulated / printed, by table"
                       else paste("simulated / printed by table (number of",
                                  "times): median, 5% to 95%"),
                       trans = "log2",
                       breaks = if (is_narrow) c(0.25, 0.5, 1, 2)
                       else c(0.25, 0.5, 0.8, 1, 1.25, 2)) +
    scale_y_discrete(NULL, limits = levels(rows$words)) +
    theme_quadrille()
}

# For those who do not see it.
alt_of_printed <- function(ledger) {
  spread <- spread_of_times(times_of_ledger(ledger))
  paste0(describe_printed(times_of_ledger(ledger)),
         ". Median of simulated / printed, and the table: ",
         spread[order(as.numeric(table)), .(words = paste(
           sprintf("%.2f (%s)", median, table), collapse = ", ")), by = paper][
             , paste(paper, words, collapse = "; ")], ".")
}

# NULL: no times. The narrow one has no words: they are on the page.
figure_printed <- function(ledger, is_narrow = FALSE) {
  times <- times_of_ledger(ledger)
  if (nrow(times) == 0)
    return(NULL)
  rows <- list(
    list(times = plot_times(times, is_narrow)),
    list(spread = plot_spread(spread_of_times(times), is_narrow)))
  if (is_narrow)
    figure_page(rows, heights = c(1.6, 1))
  else
    figure_page(rows, describe_printed(times),
                caption = wrap_words(words_of_printed, 120),
                heights = c(2.3, 1))
}
