# analysis/R/variants.R -- the times of algorithms, case by case.

# What tells cases apart: ranks, and the parameters that are numbers; words tell
# variants of an algorithm apart. One of which there is one level tells nothing.
case_columns <- function(rows) {
  parameters <- names(split_pairs(rows$parameters))
  found <- Filter(function(column) {
    is.numeric(rows[[column]]) && uniqueN(rows[[column]], na.rm = TRUE) > 1
  }, intersect(parameters, names(rows)))
  c(intersect(c("experiment", "procs"), names(rows)), union("bytes", found))
}

# What may differ from sample to sample of a cell.
measure_columns <- c("time_ns", "send_max_ns", "send_min_ns", "inquiries")

# A row a cell and launch instead of a row a sample: the median of its samples.
# What is drawn again and again is so much shorter.
take_medians <- function(samples) {
  varies <- intersect(measure_columns, names(samples))
  cells <- intersect(c("experiment", "algorithm", "procs", "seed", "replicate",
                       "parameters", "messages", "rounds", "build_ns",
                       names(split_pairs(samples$parameters))), names(samples))
  samples[, lapply(.SD, function(one) median(as.numeric(one))), by = cells,
          .SDcols = varies]
}

# A row a case, a column a variant: the mean over patterns of the median over
# launches of the median of the samples of a launch, in ms; or of what an
# exchange takes with its scheduling, if it is used once, of the scheduling of a
# round, of rounds, of inquiries a message, of exchanges that cross the root, of
# the senders to one rank.
widen <- function(samples, measure = "time") {
  rows <- copy(samples)
  rows[, variant := name_variants(rows)]
  rows[, value := switch(measure, time = as.numeric(time_ns) / 1e6,
                         once = (as.numeric(time_ns) +
                                   as.numeric(build_ns)) / 1e6,
                         build_a_round = as.numeric(build_ns) / 1e6 / rounds,
                         rounds = as.numeric(rounds),
                         crossings = as.numeric(crossings),
                         send_max = send_max_ns / 1e6,
                         send_min = send_min_ns / 1e6,
                         inquiries = inquiries / messages)]
  by <- intersect(case_columns(rows), names(rows))
  nested <- intersect(c("variant", "seed", "replicate"), names(rows))
  each <- rows[, .(value = median(value)), by = c(by, nested)]
  each <- each[, .(value = median(value)), by = c(by, "variant", "seed")]
  # Rows that do not have a parameter belong to its least level.
  for (column in by)
    if (anyNA(each[[column]]))
      each[is.na(get(column)), (column) := min(each[[column]], na.rm = TRUE)]
  dcast(each[, .(value = mean(value)), by = c(by, "variant")],
        as.formula(paste(paste(by, collapse = " + "), "~ variant")),
        value.var = "value")
}
