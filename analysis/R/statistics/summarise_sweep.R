# analysis/R/statistics/summarise_sweep.R -- any sweep as a table: a row per
# case.

# Columns of a csv that describe the traffic and its place, besides the
# workload's parameters; and those that describe the algorithm.
traffic_columns <- c("workload", "procs", "nodes", "tasks_per_node", "mapping",
                    "binding", "seed")
variant_columns <- c("algorithm", "mode", "parameters")

# The planning time of each sample: learning the pattern, building the schedule,
# binding it to buffers. A simulated machine charges the schedule alone; NA
# without any.
planning_ns <- function(samples) {
  parts <- with(samples, cbind(as.numeric(gather_ns), as.numeric(build_ns),
                               as.numeric(bind_ns)))
  fifelse(rowSums(!is.na(parts)) == 0, NA_real_,
          rowSums(parts, na.rm = TRUE))
}

# Statistics that other benchmarks print, over all samples of a case.
spread_of_samples <- function(samples, keys) {
  samples[, {
    times <- as.numeric(time_ns) / 1e3
    .(least_us = min(times), p95_us = quantile(times, 0.95, names = FALSE),
      p99_us = quantile(times, 0.99, names = FALSE), largest_us = max(times),
      mb_s = as.numeric(total_bytes[1]) / median(times))
  }, by = keys]
}

# The median over launches of their medians, with its rank-based 95% interval,
# NA below six launches: samples of one launch are correlated, so their own
# interval is too narrow. `results` is from read_results; parameters are
# columns.
summarise_sweep <- function(results) {
  own <- intersect(results$parameters$name, names(results$samples))
  keys <- c(traffic_columns, variant_columns, "case", own)
  samples <- copy(results$samples)[, plan_ns := planning_ns(.SD)]
  launches <- samples[, .(median_ns = median(as.numeric(time_ns)), n = .N,
                          plan_ns = plan_ns[1]),
                      by = c(keys, "replicate")]
  cases <- launches[, {
    interval <- median_interval(median_ns)
    .(launches = .N, samples = sum(n), median_us = median(median_ns) / 1e3,
      low_us = interval[1] / 1e3, high_us = interval[2] / 1e3,
      plan_us = median(plan_ns) / 1e3)
  }, by = keys]
  spread <- spread_of_samples(samples, keys)
  cases <- add_bounds(cases[spread, on = keys], samples, keys,
                      results$network)
  add_reuses(cases, c(traffic_columns, intersect(results$of_workload, own)))
  spent <- summarise_phases(samples, keys)
  if (is.null(spent)) cases[] else cases[spent, on = keys]
}

# The number of executions after which a plan pays, compared with the algorithm
# with the cheapest plan for the same exchange (no plan for the MPI library's
# collectives); NA if it never does. The cost at n uses is time + plan / n
# [wang1993, Tables 4-6].
add_reuses <- function(cases, exchange) {
  cases[, reuses_to_pay := {
    base <- which.min(plan_us)
    gain <- median_us[base] - median_us
    reuses <- ceiling((plan_us - plan_us[base]) / gain)
    if (length(base) == 0) rep(NA_real_, .N)
    else fifelse(gain > 0, pmax(reuses, 1), NA_real_)
  }, by = exchange]
  cases[]
}
