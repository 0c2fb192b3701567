# analysis/R/figures/figure_best.R -- a map of the fastest algorithm by message
# size, number of messages, and uses of a schedule.

best_height_in <- 7
best_reuses <- c("used once" = 1, "used 10 times" = 10,
                 "used 1000 times" = 1000)

# The cost of a use is its time plus its share of the planning time [wang1993,
# Section 5.1].
costs_of_uses <- function(cases, factors) {
  rbindlist(lapply(names(best_reuses), function(name) {
    cases[, .(uses = name, algorithm,
              cost_us = median_us + plan_us / best_reuses[[name]]),
          by = factors]
  }))
}

# The winner of each case at each number of uses; `lead` is the second's cost
# divided by the winner's. `cases` is from summarise_sweep, over seeds.
best_of_cases <- function(cases, across, down) {
  costs <- costs_of_uses(cases, c(across, down))
  best <- costs[order(cost_us), .(algorithm = algorithm[1],
                                  lead = cost_us[2] / cost_us[1]),
                by = c("uses", across, down)]
  best[, uses := factor(uses, names(best_reuses))]
  best[order(uses)]
}

# The range of `lead` over seeds; below 1 another algorithm is faster with one.
lead_over_seeds <- function(best, cases, across, down) {
  keys <- c("uses", across, down)
  costs <- costs_of_uses(cases, c(across, down, "seed"))
  costs[best, on = keys, winner := i.algorithm]
  leads <- costs[, .(lead = min(cost_us[algorithm != winner]) /
                       cost_us[algorithm == winner]), by = c(keys, "seed")]
  leads[, .(lead_low = min(lead), lead_high = max(lead)), by = keys]
}

# "Linear permutation (LP)" becomes LP.
short_label <- function(labels) sub(".*[(](.*)[)]", "\\1", labels)

# How often the most frequent winner wins, used once and used most.
describe_best <- function(best, short) {
  uses <- levels(best$uses)[c(1, nlevels(best$uses))]
  words <- vapply(uses, function(name) {
    won <- best[uses == name, .N, by = algorithm][order(-N)]
    sprintf("%s, %s is the fastest in %d of %d cases", name,
            short[[won$algorithm[1]]], won$N[1], sum(won$N))
  }, "")
  paste(sub("^u", "U", words[1]), words[2], sep = "; ")
}

# All winners, by number of uses.
count_winners <- function(best, short) {
  best[, .N, by = .(uses, algorithm)][order(uses, -N), .(words = paste0(
    uses[1], ": ", paste(short[algorithm], N, collapse = ", "))), by = uses][
      , paste0("Wins by algorithm, ", paste(words, collapse = "; "), ".")]
}

# `figure` is an entry of figures.yaml with `down`; `machine` is a title.
figure_best <- function(figure, cases, labels, machine) {
  across <- figure$abscissa
  down <- figure$down$column
  means <- cases[, .(median_us = mean(median_us), plan_us = mean(plan_us)),
                 by = c("algorithm", across, down)]
  best <- best_of_cases(means, across, down)
  won <- intersect(names(labels), best$algorithm)
  short <- short_label(labels) # with the lead in percent
  found <- merge(best, lead_over_seeds(best, cases, across, down),
                 by = c("uses", across, down), sort = FALSE)
  best[, text := sprintf("%s\n%.0f%%", short[algorithm], 100 * (lead - 1))]
  drawn <- ggplot(best, aes(factor(label_bytes(get(across)),
                                   label_bytes(sort(unique(get(across))))),
                            factor(get(down)),
                            fill = factor(algorithm, won))) +
    geom_tile(colour = "white", alpha = 0.55) +
    geom_text(aes(label = text), size = label_mm, lineheight = 0.95,
              family = figure_font) +
    facet_wrap(~uses, ncol = 1) +
    scale_fill_manual(NULL, values = colours_of(names(labels))[won],
                      labels = labels[won]) +
    scale_x_discrete(figure$axis) + scale_y_discrete(figure$down$axis) +
    theme_quadrille() + theme(panel.grid = element_blank(),
                              axis.text.x = element_text(size = 7)) +
    label_figure(
      describe_best(best, short), paste0(figure$shows, "; ", machine),
      count_winners(best, short), paste(
        "Below the winner: how much longer the second takes. The cost of a use",
        "is its time plus its share of the scheduling time; mean over",
        uniqueN(cases$seed), "seeds."))
  carry_numbers(drawn, found)
}
