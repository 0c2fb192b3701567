# analysis/R/peers.R -- our algorithms compared with the choices of MPI
# libraries, and both with a lower bound: `./quadrille bench peers`.

# Our algorithm for each operation, in a mode that all its candidates accept.
our_operations <- c("bcast", "scatter", "gather", "allgather", "reduce",
                    "allreduce", "reduce_scatter", "alltoallv")
our_rows <- data.table(
  operation = our_operations, algorithm = paste0(our_operations, "_auto"),
  mode = c("paced", rep("posted", 3), "posted_all", rep("posted", 2),
           "window:32"))

# The same in results from before `auto`. Two algorithms that are gone took the
# postal tree or the folded hybrid.
former_rows <- data.table(
  operation = our_operations,
  algorithm = c("broadcast_adaptive", "scatter_mst", "gather_mst",
                "allgather_hybrid", "combine_to_one_adaptive",
                "allreduce_folded", "reduce_scatter_hybrid", "scattered"),
  mode = c(rep("posted", 4), "posted_all", rep("posted", 2), "window:32"))

# The cells of our algorithm: by operation, `auto` if there is one.
our_cells <- function(cells) {
  own <- cells[is_peer == FALSE]
  found <- lapply(list(our_rows, former_rows), function(rows) {
    rows[own, on = .(operation, algorithm, mode), nomatch = NULL]
  })
  rbind(found[[1]], found[[2]][!operation %in% found[[1]]$operation],
        use.names = TRUE)
}

# The earliest time at which `p` ranks can know what one knows at 0, if a
# message takes `alpha` and its sender is free again after `overhead`: the
# optimal tree of the LogP model. In reverse, with the receivers' overhead, it
# is a reduction.
spreading_time <- function(p, alpha, overhead) {
  if (p < 2)
    return(0)
  if (overhead <= 0)
    return(alpha)
  next_send <- 0
  last <- 0
  for (i in seq_len(p - 1)) {
    first <- which.min(next_send)
    last <- next_send[first] + alpha
    next_send[first] <- next_send[first] + overhead
    next_send <- c(next_send, last)
  }
  last
}

# Bytes that some rank must send or receive, in total vectors: all to one, one
# to all, all parts but its own, or both. With half duplex, those that it must
# send and receive together: at least the mean over the ranks, who send p - 1
# vectors in all, in an allreduce twice as many, and receive as many.
share_of_vector <- function(operation, p, is_half = FALSE) {
  parts <- (p - 1) / p
  one <- min(1, p - 1)
  if (is_half)
    c(bcast = max(one, 2 * parts), scatter = parts, gather = parts,
      allgather = 2 * parts, reduce = max(one, 2 * parts),
      allreduce = 4 * parts, reduce_scatter = 2 * parts)[[operation]]
  else
    c(bcast = one, scatter = parts, gather = parts, allgather = parts,
      reduce = one, allreduce = 2 * parts, reduce_scatter = parts)[[operation]]
}

# The end whose overhead delays the messages of an operation.
overhead_of <- function(operation, sends, receives) {
  if (operation %in% c("bcast", "scatter"))
    sends
  else if (operation %in% c("gather", "reduce"))
    receives
  else
    max(sends, receives)
}

# Of messages of `bytes`: a rank sends or receives max_degree of them, and some
# rank sends and receives at least the mean together, with overheads at both
# ends.
alltoallv_bound <- function(procs, bytes, max_degree, messages, machine) {
  beta <- machine$network$beta_ns / 1000
  sends <- machine$smpi$send_overhead_us
  receives <- machine$smpi$receive_overhead_us
  on_node <- if (is_half_duplex(machine$network)) 2 * messages / procs else 0
  fifelse(max_degree == 0, 0,
          pmax(machine$network$alpha_us +
                 (max_degree - 1) * min(sends, receives),
               messages / procs * (sends + receives),
               pmax(max_degree, on_node) * bytes * beta))
}

# In us, the max of bytes over bandwidth and of the time of messages without
# bytes. `machine` is a machine's file with sections network and smpi;
# max_degree and messages are the pattern's.
lower_bound <- function(operation, procs, bytes, max_degree, messages,
                        machine) {
  if (operation == "alltoallv")
    return(alltoallv_bound(procs, bytes, max_degree, messages, machine))
  overhead <- overhead_of(operation, machine$smpi$send_overhead_us,
                          machine$smpi$receive_overhead_us)
  share <- share_of_vector(operation, procs, is_half_duplex(machine$network))
  pmax(spreading_time(procs, machine$network$alpha_us, overhead),
       share * bytes * machine$network$beta_ns / 1000)
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

# The cells of one sweep's folder, a row per cell, with the lower bound.
# `density` is NA for vectors, `choice` for ours.
read_peer_sweep <- function(folder) {
  operation <- operation_names(sub("_[0-9.]+$", "", basename(folder)))
  # Folders that a sweep set aside are not sweeps.
  results <- if (operation %in% our_rows$operation) read_results(folder)
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
  cells[, `:=`(network = basename(dirname(folder)), operation = operation,
               is_peer = mode == "library",
               num_invalid = results$verdicts[verdict != "VALID", .N])]
  cells[, bound_us := lower_bound(..operation, procs[1], bytes, max_degree,
                                  messages, machine), by = procs]
  cells[, c("max_degree", "messages") := NULL][]
}

# All sweeps in a folder that has a folder per network; `only` is one of these,
# or "".
read_peers <- function(folder, only = "") {
  networks <- list.dirs(folder, recursive = FALSE)
  if (nzchar(only))
    networks <- networks[basename(networks) == only]
  cells <- rbindlist(lapply(list.dirs(networks, recursive = FALSE),
                            read_peer_sweep), use.names = TRUE)
  if (nrow(cells) == 0)
    refuse(folder, ": no results; accepted: what `./quadrille bench peers` ",
           "made")
  cells[]
}

# A row per case: the fastest of the libraries' choices and their number, ours,
# and our fastest algorithm.
compare_peers <- function(cells) {
  ours <- our_cells(cells)
  by <- c("network", "operation", "procs", "density", "bytes")
  best <- function(some) {
    some[, .SD[which.min(time_us)], by = by]
  }
  peer <- best(cells[is_peer == TRUE][, num_choices := .N, by = by])
  own <- best(cells[is_peer == FALSE])
  merged <- merge(ours[, c(by, "time_us", "bound_us"), with = FALSE],
                  peer[, c(by, "choice", "num_choices", "time_us"),
                       with = FALSE], by = by, suffixes = c("", "_peer"))
  merge(merged, own[, c(by, "algorithm", "time_us"), with = FALSE], by = by,
        suffixes = c("", "_best"))
}

geometric_mean <- function(x) exp(mean(log(x)))

# A row per network and operation; gains are peer / ours, so above 1 if ours is
# faster. `missing` is the number of library choices that were not VALID at some
# length.
summarise_peers <- function(compared) {
  compared[, {
    gain <- time_us_peer / time_us
    worst <- which.min(gain)
    list(cells = .N, missing = max(num_choices) * .N - sum(num_choices),
         gain = geometric_mean(gain), worst_gain = gain[worst],
         worst_bytes = bytes[worst], worst_peer = choice[worst],
         gain_of_best = geometric_mean(time_us_peer / time_us_best),
         ours_to_bound = geometric_mean(time_us / bound_us),
         worst_to_bound = max(time_us / bound_us),
         peer_to_bound = geometric_mean(time_us_peer / bound_us))
  }, by = .(network, operation, density)]
}

# The distance of every algorithm from the bound: a row per choice, a column per
# length, sorted by mean distance, which is NA if a length is missing.
distances <- function(cells) {
  shown <- copy(cells)[, row := paste0(
    algorithm, fifelse(is_peer, paste0(" ", choice), ""),
    fifelse(is_peer | mode == "posted", "", paste0(" ", mode)))]
  shown[, distance := time_us / bound_us]
  wide <- dcast(shown, row ~ bytes, value.var = "distance")
  lengths <- uniqueN(shown$bytes)
  means <- shown[, .(mean = if (.N == lengths) geometric_mean(distance)
                            else NA_real_), by = row]
  means[wide, on = "row"][order(mean)]
}

print_peers <- function(cells, to = stdout()) {
  round_all <- function(table) {
    numbers <- names(table)[vapply(table, is.double, NA)]
    numbers <- setdiff(numbers, c("density", "worst_bytes"))
    copy(table)[, (numbers) := lapply(.SD, signif, 3), .SDcols = numbers]
  }
  show <- function(table) {
    writeLines(utils::capture.output(print(as.data.frame(round_all(table)),
                                           row.names = FALSE)), to)
  }
  for (group in split(cells, by = c("network", "operation", "density"))) {
    writeLines(sprintf("\n%s, %s%s: time / lower bound, by %s",
                       group$network[1], group$operation[1],
                       if (is.na(group$density[1])) "" else
                         paste(", density", group$density[1]),
                       if (is.na(group$density[1])) "bytes of the vector"
                       else "bytes of a message"), to)
    show(distances(group))
  }
  writeLines(c("", "gain = fastest choice of the libraries / ours, above 1 if",
               "ours is faster; geometric means, and the worst cell"), to)
  show(summarise_peers(compare_peers(cells)))
  below <- cells[time_us < bound_us * (1 - 1e-6)]
  if (nrow(below) > 0)
    writeLines(sprintf("%d cells below their bound, first %s of %g bytes",
                       nrow(below), below$algorithm[1], below$bytes[1]), to)
  invalid <- unique(cells[num_invalid > 0, .(network, operation, density,
                                             num_invalid)])
  if (nrow(invalid) > 0)
    writeLines(sprintf("%d cells INVALID", sum(invalid$num_invalid)), to)
}

# The four libraries' choices, and the algorithms that were within 1.3 of the
# fastest one for some length.
near_best <- function(cells) {
  near <- cells[is_peer == TRUE][, .SD[time_us <= 1.3 * min(time_us)],
                                 by = .(density, bytes)]
  union(c("ompi", "mpich", "mvapich2", "impi"), near$choice)
}
