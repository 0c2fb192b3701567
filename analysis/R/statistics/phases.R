# analysis/R/statistics/phases.R -- time of whole applications by phase.

phases <- c("compute", "pack", "exchange", "reduce")

# As distinct in grey as in colour.
phase_colours <- c(compute = "#08306B", exchange = "#D55E00", pack = "#E69F00",
                   reduce = "#DDDDDD")

# The median of each phase in us, and the exchange's share of the total, for
# each case of `keys`; NULL where a single exchange was timed.
summarise_phases <- function(samples, keys) {
  columns <- paste0(phases, "_ns")
  if (!all(columns %in% names(samples)) || anyNA(samples[, ..columns]))
    return(NULL)
  samples[, c(setNames(lapply(columns, function(column) {
    median(as.numeric(.SD[[column]])) / 1e3
  }), paste0(phases, "_us")),
  exchange_share = median(exchange_ns / pmax(1, local_max_ns))),
  by = keys, .SDcols = columns]
}

# The exchange's share of the bars; and the times.
describe_phases <- function(bars) {
  runs <- bars[, .(share = sum(ms[phase == "exchange"]) / sum(ms),
                   ms = sum(ms)), by = .(algorithm, procs, panel)]
  list(finding = sprintf("The exchange takes %s%% of a run",
                         words_of_range(100 * runs$share)),
       numbers = paste0(runs[, .(words = sprintf(
         "%s %s ms, exchange %s%%", algorithm, words_of_range(ms),
         words_of_range(100 * share))), by = algorithm]$words,
         collapse = "; "))
}

# Bars of the phases' medians, one per algorithm, a panel for every other factor
# that varies. `cases` is from summarise_sweep of `results`.
figure_phases <- function(cases, results, shows) {
  own <- intersect(results$parameters$name, names(cases))
  parts <- melt(cases, measure.vars = paste0(phases, "_us"),
                variable.name = "phase", value.name = "us",
                id.vars = c("algorithm", "procs", "workload", "mode", own))
  parts[, phase := factor(sub("_us$", "", phase), rev(phases))]
  set(parts, j = "panel",
      value = name_levels(parts, varying(parts, own), cases$workload[1]))
  bars <- parts[, .(ms = mean(us) / 1e3, low_ms = min(us) / 1e3,
                    high_ms = max(us) / 1e3),
                by = .(algorithm, procs, panel, phase)]
  setorder(bars, procs, panel)
  words <- describe_phases(bars)
  bars[, panel := factor(sprintf("%d processes\n%s", procs, panel),
                         unique(sprintf("%d processes\n%s", procs, panel)))]
  ggplot(bars, aes(factor(algorithm, rev(names(results$labels))), ms,
                   fill = phase)) +
    geom_col(width = 0.7, colour = "grey40", linewidth = 0.2) +
    coord_flip() +
    facet_wrap(vars(panel), scales = "free_x", ncol = 3) +
    scale_x_discrete(NULL, labels = results$labels) +
    scale_y_continuous(sprintf("time of one run [%sms]", if (isTRUE(
      results$simulated)) "simulated " else ""), n.breaks = 4) +
    scale_fill_manual(NULL, values = phase_colours,
                      breaks = intersect(phases, bars[ms > 0, phase])) +
    theme_quadrille() +
    theme(panel.spacing.x = unit(4, "mm"),
          plot.margin = margin(5, 14, 5, 5)) + # half a label of the axis
    label_figure(words$finding, shows, paste0(words$numbers, "."), paste(
      "Median of each phase on its slowest rank, averaged over modes and",
      "seeds."))
}

# The height of such a figure: a fixed part per row of panels, and one per bar.
height_phases_in <- function(plot) {
  num_rows <- max(ggplot_build(plot)$layout$layout$ROW)
  num_bars <- uniqueN(plot$data$algorithm)
  1.3 + num_rows * (0.65 + 0.17 * num_bars)
}
