# analysis/R/figure_sweep.R -- any sweep: a table of its cells, and a figure.

# A row a case: the median time with its rank-based 95% interval, over the
# samples of one launch or, where a case was launched several times, over the
# medians of launches, which are the independent observations.
summarise_sweep <- function(samples) {
  case <- c("algorithm", "workload", "procs", "density", "message_bytes", "seed",
            "mode", "nodes", "tasks_per_node", "mapping", "binding", "pattern",
            "degree", "fan_out", "non_uniformity", "traffic", "delay_us",
            "improvements", "shuffle", "stage_exchange")
  launches <- samples[, .(time_ns = list(as.numeric(time_ns)),
                          median_ns = median(as.numeric(time_ns)), n = .N,
                          plan_ns = as.numeric(plan_ns[1])),
                      by = c(case, "replicate")]
  cases <- launches[, {
    observed <- if (.N > 1) median_ns else time_ns[[1]]
    interval <- median_interval(observed)
    .(launches = .N, samples = sum(n), median_us = median(observed) / 1e3,
      low_us = interval[1] / 1e3, high_us = interval[2] / 1e3,
      plan_us = median(plan_ns) / 1e3)
  }, by = case]
  add_reuses(cases)
}

# After how many executions a plan has paid for itself, against the algorithm of
# the same exchange whose plan is cheapest; NA where it never does. Cost at n
# reuses is time + plan / n [wang1993, Tables 4-6].
add_reuses <- function(cases) {
  cases[, reuses_to_pay := {
    base <- which.min(plan_us)
    gain <- median_us[base] - median_us
    reuses <- ceiling((plan_us - plan_us[base]) / gain)
    if (length(base) == 0) rep(NA_real_, .N)
    else fifelse(gain > 0, pmax(reuses, 1), NA_real_)
  }, by = .(workload, procs, density, message_bytes, seed, nodes,
            tasks_per_node, mapping, binding, pattern, degree, fan_out,
            non_uniformity, traffic)]
  cases[]
}

# What a panel shows, sparse to dense, then by name.
name_traffic <- function(cases) {
  named <- cases[, fcase(
    !is.na(density), paste0(100 * density, "% of all pairs"),
    !is.na(degree), paste("degree", degree),
    !is.na(fan_out), paste0("fan-out ", fan_out, ", l = ",
                            signif(non_uniformity, 3), ", t = ", traffic),
    !is.na(pattern) & pattern != "", as.character(pattern),
    default = as.character(NA))]
  named <- fifelse(is.na(named), cases$workload, named)
  factor(named, unique(named[with(cases, order(density, degree, fan_out,
                                               non_uniformity, traffic,
                                               named))]))
}

figure_sweep <- function(cases, labels, title, simulated) {
  cases <- copy(cases)[, panel := name_traffic(.SD)]
  # Where and how the ranks ran, if that was varied.
  how <- c("mode", "nodes", "tasks_per_node", "mapping", "binding",
           "delay_us", "improvements", "shuffle", "stage_exchange")
  how <- how[cases[, sapply(.SD, uniqueN), .SDcols = how] > 1]
  cases[, how := do.call(paste, c(.SD, sep = ", ")), .SDcols = how]
  cases[, is_curve := uniqueN(message_bytes) > 1,
        by = .(algorithm, how, seed, procs, panel)]
  timed <- if (all(startsWith(cases$mode, "process:"))) "process" else "exchange"
  ggplot(cases, aes(message_bytes, median_us,
                    colour = factor(algorithm, names(labels)))) +
    geom_line(aes(group = interaction(algorithm, how, seed)), alpha = 0.4,
              data = cases[is_curve == TRUE]) +
    geom_pointrange(aes(ymin = low_us, ymax = high_us, shape = how), size = 0.2,
                    position = position_dodge(width = 0.06), na.rm = TRUE) +
    facet_grid(rows = vars(procs), cols = vars(panel), scales = "free_y",
               labeller = labeller(
                 procs = function(p) paste(p, "processes"))) +
    scale_shape_discrete(name = NULL,
                         guide = if (uniqueN(cases$how) > 1) "legend"
                                 else "none") +
    scale_x_continuous("bytes of a message", trans = "log2",
                       breaks = sort(unique(cases$message_bytes))) +
    scale_y_log10(paste("time of the", timed,
                        if (simulated) "[simulated us]" else "[us]")) +
    scale_algorithms(labels) +
    theme_quadrille() +
    labs(title = title,
         caption = paste0("Median and its rank-based 95% interval, ",
                          paste(unique(range(cases$samples)), collapse = " to "),
                          " samples a case; lines only guide the eye."))
}
