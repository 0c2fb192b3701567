# analysis/R/benchmarks/peers_libraries.R -- what `./quadrille bench peers
# --libraries` measured: a row per peer and length, also where there is no time.

# The four libraries' own choices; other selectors are single algorithms.
library_choices <- c("ompi", "mpich", "mvapich2", "impi")

# Why a cell has no time, in few words. NA: the collective of its parts has no
# such algorithm.
short_reason <- function(reason) {
  fcase(grepl("^selector of ", reason), NA_character_,
        grepl("data check", reason), "wrong result",
        grepl("limit|cap", reason), "time limit",
        default = "crash")
}

# Why cells have no time. A launch, of one cell, that crashed or was in a
# deadlock left only its log.
reasons_of_cells <- function(folder, results) {
  judged <- results$verdicts[verdict != "VALID",
                             .(cell, reason = short_reason(reason))]
  logs <- list.files(folder, pattern = "^launch-.*[.]log$")
  crashed <- Filter(function(launch) {
    any(startsWith(logs, sprintf("launch-%05d-", launch)))
  }, results$missing$launch)
  rbind(judged, results$missing[launch %in% crashed,
                                .(cell, reason = rep("crash", .N))])
}

# The peers of one sweep's folder. A sweep has one algorithm and one pattern, so
# its cells are numbered by length and selector.
read_library_sweep <- function(folder) {
  if (!operation_of_folder(folder) %in% peer_operations)
    return(NULL)
  experiment <- read_experiment(folder)
  results <- read_results(folder)
  density <- experiment$densities
  cells <- CJ(bytes = as.numeric(unlist(experiment$bytes)),
              choice = if (grepl("^mpi_", experiment$algorithms[1]))
                unlist(experiment$selectors) else experiment$algorithms[1],
              sorted = FALSE)
  cells[, cell := .I - 1]
  if (is.null(results)) {
    cells[, `:=`(time_us = NA_real_, reason = "not run")]
  } else {
    times <- results$samples[, .(time_us = median(time_ns) / 1000), by = cell]
    reasons <- reasons_of_cells(folder, results)
    cells[, time_us := times[cells, time_us, on = "cell"]]
    cells[, reason := "not run"][reasons, reason := i.reason, on = "cell"]
    cells[!is.na(time_us), reason := ""]
  }
  cells[!is.na(reason), .(
    network = basename(dirname(..folder)),
    operation = operation_of_folder(..folder), procs = experiment$procs[1],
    density = if (is.null(..density)) NA_real_ else ..density[1], bytes, choice,
    time_us, reason)]
}

read_libraries <- function(folder, only = "") {
  folders <- list.dirs(network_folders(folder, only), recursive = FALSE)
  refuse_no_peers(rbindlist(lapply(folders, read_library_sweep)), folder,
                  "peers --libraries")
}

# Algorithms that take longer, as a factor of the fastest one's time, do not run
# on a larger network.
near_factor <- 1.3

# The four libraries' choices, and those of SimGrid's algorithms that were near
# the fastest one for some length or density. Our binomial tree has a sweep of
# its own.
near_best <- function(peers) {
  selected <- peers$choice %in% library_choices |
    startsWith(peers$choice, "smpi_")
  near <- peers[selected & !is.na(time_us)][
    , .SD[time_us <= near_factor * min(time_us)], by = .(density, bytes)]
  union(library_choices, near$choice)
}

# Peers without a time: on how many lengths, and why.
missing_peers <- function(peers) {
  peers[is.na(time_us), .(lengths = .N), by = .(network, operation, density,
                                                choice, reason)]
}

print_libraries <- function(peers, to = stdout()) {
  writeLines("cells with a time, and without, by operation", to)
  print_table(peers[, .(choices = uniqueN(choice), cells = sum(!is.na(time_us)),
                        missing = sum(is.na(time_us))),
                    by = .(network, operation, density)], to)
  writeLines("\nwithout a time", to)
  print_table(missing_peers(peers), to)
}
