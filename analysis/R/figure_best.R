# analysis/R/figure_best.R -- which algorithm to take: a map by the length of
# messages, their number, and how often a schedule is used again.

best_height_in <- 6.6
best_reuses <- c("used once" = 1, "used 10 times" = 10,
                 "used 1000 times" = 1000)

# The winner of each case at each number of uses, where a use costs its time and
# its share of what planning takes [wang1993, Section 5.1]; `lead` is how many
# times the winner's cost the next one's is. `cases` as summarise_sweep makes
# them, over seeds.
best_of_cases <- function(cases, across, down) {
  costs <- rbindlist(lapply(names(best_reuses), function(name) {
    cases[, .(uses = name, algorithm,
              cost_us = median_us + plan_us / best_reuses[[name]]),
          by = c(across, down)]
  }))
  best <- costs[order(cost_us), .(algorithm = algorithm[1],
                                  lead = cost_us[2] / cost_us[1]),
                by = c("uses", across, down)]
  best[, uses := factor(uses, names(best_reuses))]
  best[order(uses)]
}

# `figure` is an entry of figures.yaml with its `down`, `machine` a title.
figure_best <- function(figure, cases, labels, machine) {
  across <- figure$abscissa
  down <- figure$down$column
  means <- cases[, .(median_us = mean(median_us), plan_us = mean(plan_us)),
                 by = c("algorithm", across, down)]
  best <- best_of_cases(means, across, down)
  won <- intersect(names(labels), best$algorithm)
  # "Linear permutation (LP)" is LP, and that many percent ahead.
  short <- sub(".*[(](.*)[)]", "\\1", labels)
  best[, text := sprintf("%s\n%.0f%%", short[algorithm], 100 * (lead - 1))]
  ggplot(best, aes(factor(label_bytes(get(across)),
                          label_bytes(sort(unique(get(across))))),
                   factor(get(down)), fill = factor(algorithm, won))) +
    geom_tile(colour = "white", alpha = 0.45) +
    geom_text(aes(label = text), size = 1.9, lineheight = 0.9,
              family = figure_font) +
    facet_wrap(~uses, ncol = 1) +
    scale_fill_manual(NULL, values = colours_of(names(labels))[won],
                      labels = labels[won]) +
    scale_x_discrete(figure$axis) + scale_y_discrete(figure$down$axis) +
    theme_quadrille() + theme(panel.grid = element_blank()) +
    labs(title = figure$title, subtitle = machine, caption = wrap_caption(paste(
      "Below the winner: how much longer the next one takes. A use costs its",
      "time and its share of the schedule's; mean over",
      uniqueN(cases$seed), "seeds.")))
}
