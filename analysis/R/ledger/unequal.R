# analysis/R/ledger/unequal.R -- schedulers on messages of unequal length: their
# times, and bounds of their patterns. unequal_summary.R compares them.

# The largest sum of `amount`, a number for each message, that a rank sends or
# receives; with half duplex, sends and receives. `place` maps ranks to what
# else may have a load.
largest_load <- function(pattern, amount, network, place = identity) {
  loads <- data.table(
    at = c(place(pattern$src), place(pattern$dst)),
    way = if (is_half_duplex(network)) "both"
          else rep(c("out", "into"), each = nrow(pattern)),
    amount = rep(amount, 2))
  max(0, loads[, sum(amount), by = .(at, way)]$V1)
}

# Alpha + beta n of each message, with levels those of its level.
message_us <- function(pattern, network, crosses) {
  us <- function(alpha_us, beta_ns) alpha_us + beta_ns / 1000 * pattern$bytes
  between <- us(network$alpha_us, network$beta_ns)
  if (is.null(network$node_ranks))
    return(between)
  fifelse(crosses, between, us(network$inside_alpha_us, network$inside_beta_ns))
}

# In us: the largest load of a rank, where a message occupies both ranks for
# alpha + beta n; the bytes of the busiest adapter; and those of the busiest
# node, if its adapters share them equally. NA without levels.
bounds_of_pattern <- function(pattern, network) {
  pattern <- pattern[src != dst]
  node_of <- function(rank) rank %/% network$node_ranks
  crosses <- is.null(network$node_ranks) |
    node_of(pattern$src) != node_of(pattern$dst)
  bounds <- c(bound_us = largest_load(
    pattern, message_us(pattern, network, crosses), network),
    adapter_us = NA, shared_us = NA)
  if (is.null(network$node_ranks))
    return(bounds)
  adapters <- ceiling(network$node_ranks / network$adapter_ranks)
  adapter_of <- function(rank) {
    node_of(rank) * adapters +
      rank %% network$node_ranks %/% network$adapter_ranks
  }
  crossing <- pattern[crosses]
  carried_us <- network$beta_ns / 1000 * crossing$bytes
  bounds[c("adapter_us", "shared_us")] <- c(
    largest_load(crossing, carried_us, network, adapter_of),
    largest_load(crossing, carried_us, network, node_of) / adapters)
  bounds
}

# Means over the patterns in `folder`, to the nanosecond.
bounds_of_workload <- function(folder, network) {
  files <- list.files(folder, "[.]csv$", full.names = TRUE)
  round(rowMeans(vapply(files, function(file) {
    bounds_of_pattern(fread(file), network)
  }, numeric(3))), 3)
}

# Mean times of one sweep, by algorithm, mode and selector. Of `auto` also what
# it took; patterns may differ.
times_of_sweep <- function(folder) {
  results <- read_results(folder)
  if (is.null(results))
    return(NULL)
  samples <- results$samples
  samples <- rbind(samples, data.table(selector = character(),
                                       chosen = character()), fill = TRUE)
  samples[is.na(selector), selector := ""][is.na(chosen), chosen := ""]
  samples[, .(patterns = .N, time_us = mean(time_ns) / 1000,
              chosen = paste(unique(chosen), collapse = " ")),
          keyby = .(algorithm, mode, selector)]
}

# The sets of one workload, and its bounds; NULL if it did not run.
read_workload <- function(folder) {
  sets <- setdiff(list.dirs(folder, full.names = FALSE, recursive = FALSE),
                  "patterns")
  times <- rbindlist(lapply(setNames(nm = sets), function(set) {
    times_of_sweep(file.path(folder, set))
  }), idcol = "set")
  if (nrow(times) == 0)
    return(NULL)
  network <- read_machine(file.path(folder, times$set[1]))$network
  bounds <- bounds_of_workload(file.path(folder, "patterns"), network)
  times[, names(bounds) := as.list(bounds)][]
}

# A row for each workload of paper/unequal.tsv, set, algorithm, mode and
# selector.
read_unequal <- function(root, folder) {
  workloads <- fread(file.path(root, "paper", "unequal.tsv"), quote = "")[
    , .(part, machine, workload)]
  workloads[, read_workload(file.path(folder, part, machine,
                                      gsub(" ", "_", workload))),
            by = .(part, machine, workload)]
}
