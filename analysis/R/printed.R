# analysis/R/printed.R -- printed tables in the form of samples, so that what a
# paper says in words is also held against the paper's own numbers.

# A unit of time in ns; of rounds, one.
printed_units <- c(us = 1e3, ms = 1e6, s = 1e9, 1)

in_samples_unit <- function(rows) {
  factor <- printed_units[match(rows$unit, names(printed_units), 4L)]
  as.numeric(rows$value) * factor
}

# Adds what stands beside the times as `column`: a number of fewer keys, as a
# building time for all lengths, is that of all cells which it fits.
add_beside <- function(samples, rows, column) {
  if (nrow(rows) == 0)
    return(samples)
  keys <- split_pairs(rows$case)
  beside <- cbind(rows[, .(algorithm)], found = in_samples_unit(rows), keys)
  samples[beside, (column) := i.found, on = c("algorithm", names(keys))]
}

# One table's times, a row a cell, with what it prints of scheduling; what is
# not printed was not scheduled.
samples_of_table <- function(rows) {
  times <- rows[quantity == "time"]
  samples <- cbind(
    times[, .(algorithm, seed = 1L, replicate = 1L, parameters = case,
              build_ns = 0, rounds = NA_real_)],
    time_ns = in_samples_unit(times), split_pairs(times$case))
  samples <- add_beside(samples, rows[quantity == "build_time"], "build_ns")
  add_beside(samples, rows[quantity == "rounds"], "rounds")[]
}

# A list by experiment: of the printed table whose numbers each of them is to
# give, or of the one case of it. A table that several give is the first one's;
# the others are empty.
printed_samples <- function(experiments, published) {
  listed <- unique(experiments[, .(paper, table, experiment, case)],
                   by = "experiment")
  listed[, is_first := !duplicated(listed, by = c("paper", "table", "case"))]
  rows <- lapply(seq_len(nrow(listed)), function(i) {
    one <- listed[i]
    rows <- published[paper == one$paper & table == one$table]
    rows <- rows[one$case == "" | case == one$case]
    if (nrow(rows[quantity == "time"]) == 0)
      return(NULL)
    samples <- samples_of_table(rows)
    if (one$is_first) samples else samples[0]
  })
  Filter(Negate(is.null), setNames(rows, listed$experiment))
}
