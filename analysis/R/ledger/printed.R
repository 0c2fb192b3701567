# analysis/R/ledger/printed.R -- printed tables in the form of samples, so that
# claims of a paper are also checked against its own numbers.

# A unit of time in ns; a number of rounds counts as 1.
printed_units <- c(us = 1e3, ms = 1e6, s = 1e9, 1)

in_samples_unit <- function(rows) {
  factor <- printed_units[match(rows$unit, names(printed_units), 4L)]
  as.numeric(rows$value) * factor
}

# Adds a printed number next to the times as `column`; a number with fewer keys,
# such as a building time for all lengths, applies to all matching cells.
add_column <- function(samples, rows, column) {
  if (nrow(rows) == 0)
    return(samples)
  keys <- split_pairs(rows$case)
  cells <- cbind(rows[, .(algorithm)], found = in_samples_unit(rows), keys)
  samples[cells, (column) := i.found, on = c("algorithm", names(keys))]
}

# One table's times, a row per cell, with the printed scheduling; without any,
# there was no scheduling.
samples_of_table <- function(rows) {
  times <- rows[quantity == "time"]
  samples <- cbind(
    times[, .(algorithm, seed = 1L, replicate = 1L, parameters = case,
              build_ns = 0, rounds = NA_real_)],
    time_ns = in_samples_unit(times), split_pairs(times$case))
  samples <- add_column(samples, rows[quantity == "build_time"], "build_ns")
  add_column(samples, rows[quantity == "rounds"], "rounds")[]
}

# A list by experiment of its printed table, or of one case of it. If several
# experiments give a table it belongs to the first; the others are empty.
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
