# analysis/R/summarise_sweep.R -- any sweep as a table: a row a case.

# Columns of a csv that tell what was exchanged and where, beside the
# workload's parameters; and those that tell how.
demand_columns <- c("workload", "procs", "nodes", "tasks_per_node", "mapping",
                    "binding", "seed")
variant_columns <- c("algorithm", "mode", "parameters")

# What every sample of a cell was planned in: learning what is to be exchanged,
# building the schedule, binding it to buffers. A simulated machine charges the
# schedule alone; NA where nothing is told.
planning_ns <- function(samples) {
  parts <- with(samples, cbind(as.numeric(gather_ns), as.numeric(build_ns),
                               as.numeric(bind_ns)))
  fifelse(rowSums(!is.na(parts)) == 0, NA_real_,
          rowSums(parts, na.rm = TRUE))
}

# What users of other benchmarks look for, of all samples of a case.
spread_of_samples <- function(samples, keys) {
  samples[, {
    times <- as.numeric(time_ns) / 1e3
    .(least_us = min(times), p95_us = quantile(times, 0.95, names = FALSE),
      p99_us = quantile(times, 0.99, names = FALSE), largest_us = max(times),
      mb_s = as.numeric(total_bytes[1]) / median(times))
  }, by = keys]
}

# The median over launches of their medians, with its rank-based 95% interval,
# NA below six launches: samples of one launch have more in common with each
# other than with those of the next, and an interval of theirs does not cover.
# `results` as read_results gives them; parameters have columns of their own.
summarise_sweep <- function(results) {
  own <- intersect(results$parameters$name, names(results$samples))
  keys <- c(demand_columns, variant_columns, "case", own)
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
  add_reuses(cases, c(demand_columns, intersect(results$of_workload, own)))
  spent <- summarise_phases(samples, keys)
  if (is.null(spent)) cases[] else cases[spent, on = keys]
}

# After how many executions a plan has paid for itself, against the algorithm of
# the same exchange whose plan is cheapest, which is none for the MPI library's
# own collectives; NA where it never does. Cost at n reuses is time + plan / n
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
