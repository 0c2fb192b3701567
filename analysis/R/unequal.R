# analysis/R/unequal.R -- schedulers on messages of unequal length: their times,
# and lower bounds.

# What each rank, or node, sends and receives of a pattern. `of` gives the
# number of a rank's node.
loads_of <- function(pattern, of = identity) {
  moved <- pattern[of(src) != of(dst)]
  rbind(moved[, .(at = of(src), way = "out", bytes)],
        moved[, .(at = of(dst), way = "into", bytes)])
}

# The largest load in us, each message as alpha + beta n: no schedule of a
# machine with one port is shorter. With half duplex a rank's sends and receives
# count together.
largest_load_us <- function(pattern, network) {
  loads <- loads_of(pattern)
  if (is_half_duplex(network))
    loads[, way := "both"]
  max(loads[, sum(network$alpha_us + network$beta_ns / 1000 * bytes),
            by = .(at, way)]$V1)
}

# What the busiest adapter takes in us, and what each of the busiest node would
# take if they shared its bytes: bytes alone. NA without levels.
adapter_bounds_us <- function(pattern, network) {
  if (is.null(network$node_ranks))
    return(c(NA_real_, NA_real_))
  adapters <- network$node_ranks / network$adapter_ranks
  of_node <- function(rank) rank %/% network$node_ranks
  crossing <- pattern[of_node(src) != of_node(dst)]
  direct <- max(loads_of(crossing)[, sum(bytes), by = .(at, way)]$V1)
  shared <- max(loads_of(crossing, of_node)[
    , sum(bytes), by = .(at, way)]$V1) / adapters
  network$beta_ns / 1000 * c(direct, shared)
}

# The bounds of a workload's patterns, means.
bounds_of <- function(folder, network) {
  files <- list.files(folder, "[.]csv$", full.names = TRUE)
  bounds <- vapply(files, function(file) {
    pattern <- fread(file)[src != dst]
    c(largest_load_us(pattern, network), adapter_bounds_us(pattern, network))
  }, numeric(3))
  as.list(rowMeans(bounds))
}

# Mean times of one sweep, by algorithm, mode and selector.
times_of <- function(folder) {
  results <- read_results(folder)
  if (is.null(results))
    return(NULL)
  samples <- results$samples
  if (!"selector" %in% names(samples))
    samples[, selector := sub(".*selector=([^;]*).*|.*", "\\1", parameters)]
  samples[, .(patterns = .N, time_us = mean(time_ns) / 1000,
              chosen = if ("chosen" %in% names(samples)) chosen[1] else ""),
          by = .(algorithm, mode, selector)]
}

# A row for each part, machine, workload, algorithm, mode and selector.
read_unequal <- function(root, folder) {
  workloads <- list.dirs(folder, recursive = TRUE)
  workloads <- dirname(workloads[basename(workloads) == "patterns"])
  rbindlist(lapply(workloads, function(workload) {
    sweeps <- setdiff(list.dirs(workload, recursive = FALSE),
                      file.path(workload, "patterns"))
    times <- rbindlist(lapply(setNames(sweeps, basename(sweeps)), times_of),
                       idcol = "set", fill = TRUE)
    network <- read_machine(sweeps[1])$network
    bounds <- bounds_of(file.path(workload, "patterns"), network)
    data.table(part = basename(dirname(dirname(workload))),
               machine = basename(dirname(workload)),
               workload = gsub("_", " ", basename(workload)), times,
               bound_us = bounds[[1]], adapter_us = bounds[[2]],
               shared_us = bounds[[3]])
  }), fill = TRUE)
}
