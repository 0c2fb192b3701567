# analysis/R/inputs/names.R -- one name per algorithm, for all files.
#
# Algorithms of collectives have MPI's names, `allreduce_hybrid`. Frozen and
# printed tables have barnett1994's, `combine_to_all_hybrid`, which are aliases.

algorithm_aliases <- fread("algorithm_aliases.csv") # next to this file

algorithm_names <- function(given) {
  at <- match(given, algorithm_aliases$alias)
  fifelse(is.na(at), as.character(given), algorithm_aliases$name[at])
}

# "combine-to-all" and "combine_to_all" are "allreduce".
operation_names <- function(given) {
  short <- "_short$"
  pairs <- algorithm_aliases[grepl(short, name)]
  given <- gsub("-", "_", given)
  at <- match(given, sub(short, "", pairs$alias))
  fifelse(is.na(at), given, sub(short, "", pairs$name)[at])
}

# Rows of a file, with MPI's names in their columns.
with_names <- function(rows) {
  if ("algorithm" %in% names(rows))
    rows[, algorithm := algorithm_names(algorithm)]
  if ("operation" %in% names(rows))
    rows[, operation := operation_names(operation)]
  rows[]
}

read_named <- function(file, ...) {
  reading(file, with_names(fread(file, ...)))
}

# Times of frozen summaries.
frozen_times <- c(median_us = "time", time_us = "time")

read_frozen <- function(file) {
  rows <- read_named(file)
  check_columns(rows, frozen_times[names(frozen_times) %in% names(rows)], file)
  rows
}
