# analysis/R/benchmarks/peers.R -- the results of `./quadrille bench peers` and
# `bench choice`: a row per cell. peers_compared.R compares ours with the peers.

# Bytes of an element, if the operation's ranks have parts of the vector.
part_elements <- c(scatter = 1, gather = 1, allgather = 1, reduce_scatter = 8)

# Whether all ranks have parts of one length.
is_divided <- function(operation, procs, bytes) {
  element <- unname(part_elements[operation])
  is.na(element) | bytes %% (procs * element) == 0
}

# The operation of a sweep's folder, such as alltoallv_plain_0.05.
operation_of_folder <- function(folder) {
  operation_names(sub("_(tree|plain)$", "", sub("_[0-9.]+$", "",
                                                basename(folder))))
}

# The choice of a library: the value of its algorithm's one parameter.
choices <- function(samples, results) {
  own <- setdiff(intersect(results$parameters$name, names(samples)),
                 results$of_workload)
  if (length(own) == 0)
    return(rep(NA_character_, nrow(samples)))
  values <- lapply(samples[, own, with = FALSE], as.character)
  fifelse(samples$mode == "library", do.call(fcoalesce, values), NA_character_)
}

# The cells of one sweep's folder, with the lower bound by its machine's file.
# `density` is NA for vectors, `choice` for ours.
read_peer_sweep <- function(folder) {
  operation <- operation_of_folder(folder)
  # Folders that a sweep set aside are not sweeps.
  results <- if (operation %in% peer_operations) read_results(folder)
  if (is.null(results))
    return(NULL)
  machine <- read_machine(folder)
  samples <- results$samples
  if (!"density" %in% names(samples))
    samples[, density := NA_real_]
  samples[, choice := choices(samples, results)]
  cells <- samples[, .(time_us = median(time_ns) / 1000),
                   by = .(procs, density, bytes, algorithm, mode, choice,
                          max_degree, messages)]
  cells[, `:=`(network = basename(dirname(folder)), operation = operation)]
  cells[, bound_us := lower_bound(..operation, procs[1], bytes, max_degree,
                                  messages, machine), by = procs]
  cells[, c("max_degree", "messages") := NULL][]
}

peer_operations <- c("bcast", "scatter", "gather", "allgather", "reduce",
                     "allreduce", "reduce_scatter", "alltoallv")

# The folders of networks; `only` is one of them, or "".
network_folders <- function(folder, only) {
  networks <- list.dirs(folder, recursive = FALSE)
  networks[!nzchar(only) | basename(networks) == only]
}

refuse_no_peers <- function(cells, folder, command) {
  if (nrow(cells) == 0)
    refuse(folder, ": no results; accepted: what `./quadrille bench ", command,
           "` made")
  cells[]
}

# All sweeps in a folder that has a folder per network.
read_peers <- function(folder, only = "") {
  folders <- list.dirs(network_folders(folder, only), recursive = FALSE)
  refuse_no_peers(rbindlist(lapply(folders, read_peer_sweep),
                            use.names = TRUE), folder, "choice")
}

# The networks whose numbers `auto` has: defaults, measured, the machine's.
number_sources <- c("default", "calibrated", "machine")

# The times of `auto` in a folder that has a folder per network and per source
# of numbers.
read_ours <- function(folder, only = "") {
  found <- lapply(network_folders(folder, only), function(network) {
    rbindlist(lapply(number_sources, function(numbers) {
      rbindlist(lapply(
        list.dirs(file.path(network, numbers), recursive = FALSE),
        read_peer_sweep))[, `:=`(network = basename(..network),
                                 numbers = ..numbers)]
    }), fill = TRUE)
  })
  cells <- refuse_no_peers(rbindlist(found, fill = TRUE), folder, "peers")
  dcast(cells, network + operation + procs + density + bytes + bound_us ~
          factor(numbers, number_sources, paste0(number_sources, "_us")),
        value.var = "time_us", drop = c(TRUE, FALSE))
}
