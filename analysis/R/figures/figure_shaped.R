# analysis/R/figures/figure_shaped.R -- whether schedules pay on links of a set
# rate: their times over those of `scattered`, which has none.

words_of_parts <- c(
  base = "half of all pairs", long = "half of all pairs",
  density_0.1 = "a tenth of all pairs", density_1 = "all pairs",
  skewed = "skewed lengths",
  shallow = "queues of 60 kB", shallow_bbr = "queues of 60 kB, BBR",
  trunk = "two groups, trunks of half the rate", ranks_2 = "4 nodes of 2 ranks",
  ranks_4 = "4 nodes of 4 ranks")

series_of_shaped <- data.table(
  series = c("edge_colouring", "rs_n", "gs", "ls", "mpi_alltoallv", "bound"),
  label = c("edge_colouring", "RS_N", "GS", "LS", "MPI_Alltoallv",
            "bound: the busiest link's bytes"),
  colour = c("#0072B2", "#009E73", "#CC79A7", "#D55E00", "#000000", "#8A8A8A"),
  shape = c(16, 17, 15, 18, 4, NA),
  line = c("solid", "solid", "42", "42", "12", "12"))

# What two schedules do in each part: the fewest rounds in which a rank sends
# and receives once, and the papers' nearest to that.
schedules_of_answers <- c("edge_colouring", "rs_n")

answers_shaped <- function(contrasts) {
  rows <- contrasts[algorithm %in% schedules_of_answers &
                      part %in% names(words_of_parts)]
  rows <- rows[order(match(part, names(words_of_parts)), bytes, algorithm)]
  rows[, .(part, words = words_of_parts[part], bytes, algorithm, launches,
           answer = fcase(high < 1, "pays", low > 1, "costs",
                          default = "undecided"),
           ratio, low, high)]
}

describe_shaped <- function(contrasts) {
  answers <- answers_shaped(contrasts)
  ends <- answers[c(which.min(ratio), which.max(ratio))]
  paste("edge_colouring and rs_n take", paste(
    ends[, sprintf("%s (%s, %s)", format_ratio(ratio, low, high), words,
                   label_bytes(bytes))], collapse = " to "),
    "of the time of scattered")
}

# The bound is drawn as an algorithm.
ratios_of_shaped <- function(cells) {
  shown <- cells[forced == "" & part %in% names(words_of_parts)]
  bounds <- unique(shown[, .(part, bytes, algorithm = "bound",
                             time_us = bound_us, limited_by = "network")])
  rows <- rbind(shown[, names(bounds), with = FALSE], bounds)
  rows[rows[algorithm %in% unscheduled], `:=`(
    ratio = time_us / i.time_us,
    is_network = limited_by %in% c("network", "loss") &
      i.limited_by %in% c("network", "loss")),
    on = .(part, bytes)]
  rows[algorithm %in% series_of_shaped$series][
    , panel := factor(words_of_parts[part], unique(words_of_parts))][]
}

height_of_shaped <- function(cells) {
  panels <- unique(words_of_parts[intersect(names(words_of_parts), cells$part)])
  2 + 1.6 * ceiling(length(panels) / 3)
}

# The line breaks where the processor limits.
figure_shaped <- function(cells, contrasts) {
  shown <- ratios_of_shaped(cells)
  ggplot(shown, aes(bytes, ratio, colour = algorithm)) +
    geom_hline(yintercept = 1, colour = "grey50", linewidth = 0.3) +
    geom_line(aes(linetype = algorithm), linewidth = 0.4) +
    geom_point(aes(shape = algorithm),
               shown[(is_network) & algorithm != "bound"], size = 1.5) +
    facet_wrap(~panel, ncol = 3) +
    scale_x_log10("message size", breaks = unique(shown$bytes),
                  labels = label_bytes, guide = guide_axis(n.dodge = 2)) +
    scale_y_log10("time / scattered", labels = format_plain) +
    scale_styles(series_of_shaped$series, series_of_shaped) +
    theme_quadrille() +
    theme(axis.text.x = element_text(size = 7)) +
    label_figure(
      describe_shaped(contrasts), paste(
        "measured: TCP between 8 nodes on one machine, links of 80 Mbit/s;",
        "below 1 a schedule is faster"),
      shown[algorithm != "bound", .(words = sprintf(
        "%s %s %s", panel[1], algorithm[1], words_of_range(ratio))),
        by = .(panel, algorithm)][, paste0(
          "Times over scattered's: ", paste(words, collapse = "; "), ".")],
      paste("Without a point: the time grows by less than 1.3 at half the",
            "rates, and no packet is lost: the processor limits it. Queues of",
            "10 MB but where stated."))
}
