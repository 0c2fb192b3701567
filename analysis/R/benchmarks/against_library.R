# analysis/R/benchmarks/against_library.R -- where the MPI library's own call is
# faster than `auto`: `./quadrille calibrate --against-library`;
# see docs/calibrating.md.

# The whole interval of ours / library above this: the library's is taken.
min_loss <- 1.05

# The operation of `auto`, or of the MPI library's call; NA of others.
operation_of <- function(algorithm) {
  fifelse(grepl("_auto$|^mpi_", algorithm),
          sub("^mpi_", "", sub("_auto$", "", algorithm)), NA_character_)
}

# A row per operation, number of ranks, length and launch (one mpirun), with the
# medians of both. `samples` are those of read_results.
pair_times <- function(samples) {
  medians <- samples[!is.na(operation_of(algorithm)),
                     .(time_us = median(as.numeric(time_ns)) / 1000),
                     by = .(operation = operation_of(algorithm), procs, bytes,
                            replicate, who = fifelse(mode == "library",
                                                     "library_us", "ours_us"))]
  wide <- dcast(medians, operation + procs + bytes + replicate ~ who,
                value.var = "time_us")
  if (!all(c("library_us", "ours_us") %in% names(wide)))
    return(NULL)
  wide[!is.na(library_us) & !is.na(ours_us)]
}

# The pairs of all sweeps in a folder.
read_pairs <- function(folder) {
  folders <- sort(list.dirs(folder, recursive = FALSE))
  pairs <- rbindlist(lapply(folders, function(sweep) {
    results <- read_results(sweep)
    if (!is.null(results))
      pair_times(results$samples)
  }))
  if (nrow(pairs) == 0)
    refuse(folder, ": no length has both times; accepted: sweeps of ",
           "configs/sweeps/against_library.yaml")
  pairs
}

# A row per operation, number of ranks and length: the ratio ours / library with
# its interval over launches. Too few launches have none.
compare_auto <- function(pairs) {
  pairs[, c(list(launches = .N, ours_us = median(ours_us),
                 library_us = median(library_us)),
            ratio_of_launches(ours_us, library_us)),
        keyby = .(operation, procs, bytes)][
          , is_library_faster := !is.na(low) & low > min_loss][]
}

# The ranges of one operation and number of ranks. A length represents those up
# to the geometric middle to the next one; the first also shorter ones, and the
# last as far above it as below.
library_ranges <- function(bytes, is_faster) {
  bytes <- as.numeric(bytes) # products of integers overflow
  middles <- ceiling(sqrt(bytes[-1] * bytes[-length(bytes)]))
  last <- bytes[length(bytes)]
  top <- if (length(bytes) > 1) floor(last^2 / middles[length(middles)])
         else last
  runs <- rle(is_faster)
  ends <- cumsum(runs$lengths)
  starts <- ends - runs$lengths + 1
  data.table(min_bytes = c(0, middles)[starts[runs$values]],
             max_bytes = c(middles - 1, top)[ends[runs$values]])
}

# The lines of a network file.
describe_library_ranges <- function(compared) {
  ranges <- compared[, library_ranges(bytes, is_library_faster),
                     by = .(operation, procs)]
  sprintf("library_faster %s %d %.0f %.0f", ranges$operation, ranges$procs,
          ranges$min_bytes, ranges$max_bytes)
}

describe_comparison <- function(compared) {
  c(sprintf("\n%-16s %5s %9s %12s %12s %7s  %-16s %s", "auto compared with",
            "ranks", "bytes", "ours [us]", "library [us]", "ratio",
            "95% interval", "taken"),
    with(compared, sprintf(
      "MPI_%-12s %5d %9.0f %12.2f %12.2f %7.3f  %-16s %s", operation, procs,
      bytes, ours_us, library_us, ratio,
      fifelse(is.na(low), "none", sprintf("%.3f to %.3f", low, high)),
      fifelse(is_library_faster, "the library's", "ours"))))
}
