# analysis/R/inputs/variants.R -- the times of algorithms, case by case.

# Cases are distinguished by ranks and numeric parameters, variants of an
# algorithm by its other parameters; a parameter with a single value is left
# out.
case_columns <- function(rows) {
  parameters <- names(split_pairs(rows$parameters))
  found <- Filter(function(column) {
    is.numeric(rows[[column]]) && uniqueN(rows[[column]], na.rm = TRUE) > 1
  }, intersect(parameters, names(rows)))
  intersect(c("experiment", "procs", union("bytes", found)), names(rows))
}

# Columns that may differ between samples of a cell.
measure_columns <- c("time_ns", "send_max_ns", "send_min_ns", "inquiries")

# A row per cell and launch instead of one per sample: the median of the
# samples, which makes resampling faster.
take_medians <- function(samples) {
  varies <- intersect(measure_columns, names(samples))
  cells <- intersect(c("experiment", "algorithm", "mode", "procs", "seed",
                       "replicate", "parameters", "messages", "rounds",
                       "build_ns", names(split_pairs(samples$parameters))),
                     names(samples))
  samples[, lapply(.SD, function(one) median(as.numeric(one))), by = cells,
          .SDcols = varies]
}

# The value of each case, variant, seed and launch: the median of the launch, in
# ms; or, by `measure`, of an exchange with its scheduling, of the scheduling
# time per round, of rounds, of inquiries per message, of exchanges that cross
# the root, of the senders to one rank. `by` names the columns of a case; those
# in `also`, such as the seed, distinguish cases, too.
launch_values <- function(samples, measure = "time", also = character()) {
  rows <- copy(samples)
  rows[, variant := name_variants(rows)]
  rows[, value := switch(measure, time = , spread = as.numeric(time_ns) / 1e6,
                         once = (as.numeric(time_ns) +
                                   as.numeric(build_ns)) / 1e6,
                         build_a_round = as.numeric(build_ns) / 1e6 / rounds,
                         rounds = as.numeric(rounds),
                         crossings = as.numeric(crossings),
                         send_max = send_max_ns / 1e6,
                         send_min = send_min_ns / 1e6,
                         inquiries = inquiries / messages)]
  by <- c(case_columns(rows), also)
  nested <- intersect(c("variant", "seed", "replicate"), names(rows))
  list(each = rows[, .(value = median(value)), by = c(union(by, nested))],
       by = by,
       over_patterns = if (measure == "spread") relative_deviation else mean)
}

# Of a time over patterns; of a single one there is none.
relative_deviation <- function(values) sd(values) / mean(values)

# A row per case, a column per variant: the mean over patterns of the median
# over launches; or, of a spread, how these deviate.
widen_values <- function(values) {
  by <- values$by
  each <- values$each[, .(value = median(value)),
                      by = c(union(by, c("variant", "seed")))]
  # Rows that lack a parameter have its smallest value.
  for (column in by)
    if (anyNA(each[[column]]))
      each[is.na(get(column)), (column) := min(each[[column]], na.rm = TRUE)]
  dcast(each[, .(value = values$over_patterns(value)), by = c(by, "variant")],
        as.formula(paste(paste(by, collapse = " + "), "~ variant")),
        value.var = "value")
}

widen <- function(samples, measure = "time", also = character()) {
  widen_values(launch_values(samples, measure, also))
}
