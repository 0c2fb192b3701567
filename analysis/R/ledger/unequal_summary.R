# analysis/R/ledger/unequal_summary.R -- schedulers on messages of unequal
# length compared: rows of unequal.R. A gain is an earlier time over a later
# one.

papers_schedulers <- c("ls", "ps", "bs", "gs", "ac", "lp", "rs_n", "rs_nh",
                       "drs_n", "lp_barrier", "drs_n_polling", "two_stage")

# "test_set2" and its like have lengths that differ by their making.
lengths_of_workload <- function(workload) {
  fifelse(grepl("^(zipf|test_set2)", workload), "unequal lengths",
          "the papers' own")
}

# The shortest time of each workload and its algorithm, as columns TIME and
# `name`.
fastest_of <- function(times, time, name) {
  fastest <- times[, {
    best <- which.min(time_us)
    list(time_us[best], name_of_run(algorithm[best], mode[best], set[best]))
  }, by = .(part, machine, workload)]
  setnames(fastest, c("V1", "V2"), c(time, name))[]
}

# An algorithm, with its mode where that is not its own.
name_of_run <- function(algorithm, mode, set) {
  paste0(algorithm, fifelse(set == "own", "", paste0(" ", mode)))
}

# Rows whose algorithm ran on all patterns of the workload.
complete_times <- function(times) {
  times[, .SD[patterns == max(patterns)], by = .(part, machine, workload)]
}

# Part `papers`: largest_load_first in its own mode, and the fastest algorithm
# of the papers in its own (`own`), in any (`any`), and in mode synchronous
# (`same`), which is ours. gain_both: ours in any mode, too; gain_load: of a
# schedule that takes the largest load over the papers' own modes.
summarise_papers <- function(times) {
  # A mode that is an algorithm's own may be in another set, too.
  times <- complete_times(times[part == "papers"])[order(set != "own")]
  theirs <- times[algorithm %in% papers_schedulers]
  ours <- times[algorithm == "largest_load_first"]
  found <- ours[set == "own", .(part, machine, workload,
                                lengths = lengths_of_workload(workload),
                                ours_us = time_us, bound_us)]
  of <- list(own = theirs[set == "own"], any = theirs,
             same = theirs[mode == "synchronous"], ours_any = ours)
  for (kind in names(of))
    found <- merge(found, fastest_of(of[[kind]], paste0(kind, "_us"), kind),
                   by = c("part", "machine", "workload"), sort = FALSE)
  found[, `:=`(gain_own = own_us / ours_us, gain_any = any_us / ours_us,
               gain_same = same_us / ours_us, gain_both = any_us / ours_any_us,
               gain_load = own_us / bound_us, to_bound = ours_us / bound_us)]
  found[, -"part"]
}

# Geometric means of gains, by machine and kind of lengths.
mean_gains <- function(compared) {
  means <- grep("^gain_|^to_bound$", names(compared), value = TRUE)
  compared[, c(.(workloads = .N), lapply(.SD, geometric_mean),
               .(lowest_own = min(gain_own), lowest_any = min(gain_any))),
           by = .(machine, lengths), .SDcols = means]
}

# The algorithms of nodes; a column each.
names_of_nodes <- c("scattered", "gs", "edge_colouring", "largest_load_first",
                    "node_balanced", "auto")

# Parts `skew` and `slow`: a row for each workload on nodes, with the times of
# our algorithms, and of the fastest MPI_Alltoallv. `inside`: how many times as
# fast messages are within a node. Gains are over direct sending, `scattered`.
summarise_nodes <- function(times) {
  inside <- c(skew = 9, slow = 4)
  times <- complete_times(times[part %in% names(inside)])
  times[, algorithm := sub("^alltoallv_", "", algorithm)]
  cells <- dcast(times[set == "own"], part + workload + adapter_us +
                   shared_us ~ factor(algorithm, names_of_nodes),
                 value.var = "time_us", drop = c(TRUE, FALSE))
  cells[times[algorithm == "auto"], chosen := i.chosen,
        on = .(part, workload)]
  cells[times[set == "library", .SD[which.min(time_us)],
              by = .(part, workload)],
        `:=`(library = i.selector, library_us = i.time_us),
        on = .(part, workload)]
  skewed <- "^(.*), (exponent|skew) ([0-9.]+).*"
  cells[, `:=`(traffic = sub(skewed, "\\1", workload),
               zipf_exponent = as.numeric(sub(skewed, "\\3", workload)),
               inside = inside[part],
               gain_order = scattered / largest_load_first,
               gain_balanced = scattered / node_balanced,
               gain_auto = scattered / auto,
               gain_bound = adapter_us / shared_us)]
  cells[order(-inside, -traffic, zipf_exponent), -c("part", "workload")]
}
