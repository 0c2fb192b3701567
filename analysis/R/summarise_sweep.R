# analysis/R/summarise_sweep.R -- any sweep as a table: a row a case.

# Columns of a csv that tell what was exchanged and where, beside the
# workload's parameters; and those that tell how.
demand_columns <- c("workload", "procs", "nodes", "tasks_per_node", "mapping",
                    "binding", "seed")
variant_columns <- c("algorithm", "mode", "parameters")

# What every sample of a cell was planned in: learning what is to be exchanged,
# building the schedule, binding it to buffers.
planning_ns <- function(samples) {
  with(samples, as.numeric(gather_ns) + as.numeric(build_ns) +
         as.numeric(bind_ns))
}

# The median time with its rank-based 95% interval, over the samples of one
# launch or, where a case was launched several times, over the medians of
# launches, which are the independent observations. `results` as read_results
# gives them; parameters have columns of their own.
summarise_sweep <- function(results) {
  own <- intersect(results$parameters$name, names(results$samples))
  keys <- c(demand_columns, variant_columns, "case", own)
  samples <- copy(results$samples)[, plan_ns := planning_ns(.SD)]
  launches <- samples[, .(time_ns = list(as.numeric(time_ns)),
                          median_ns = median(as.numeric(time_ns)), n = .N,
                          plan_ns = plan_ns[1]),
                      by = c(keys, "replicate")]
  cases <- launches[, {
    observed <- if (.N > 1) median_ns else time_ns[[1]]
    interval <- median_interval(observed)
    .(launches = .N, samples = sum(n), median_us = median(observed) / 1e3,
      low_us = interval[1] / 1e3, high_us = interval[2] / 1e3,
      plan_us = median(plan_ns) / 1e3)
  }, by = keys]
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
