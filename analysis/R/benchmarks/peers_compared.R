# analysis/R/benchmarks/peers_compared.R -- `auto` compared with its peers, the
# fastest of each cell: the four libraries' choices, every algorithm that
# SimGrid has, our own binomial tree as a scatter (SimGrid's is wrong: Open MPI
# mended it in 4.0.0), and plain MPI_Isend and MPI_Irecv instead of
# MPI_Alltoallv.

# Which columns name a cell.
peer_cell <- c("network", "operation", "procs", "density", "bytes")

# A row per cell of ours: the fastest peer; the number of peers with a time, and
# of those without.
compare_peers <- function(ours, peers) {
  peer_of <- peers[, {
    best <- which.min(time_us)
    list(peer = choice[best][1], peer_us = time_us[best][1],
         peers = sum(!is.na(time_us)), missing = sum(is.na(time_us)))
  }, by = peer_cell]
  compared <- merge(ours, peer_of, by = peer_cell, all.x = TRUE)
  compared[is.na(peers), `:=`(peers = 0L, missing = NA_integer_)]
  add_planning(compared, peers)
}

# Collective calls of MPI in a planning call of the library.
planning_calls <- fread("planning_calls.csv") # next to this file

# Adds a model of the time of planning, and the number of calls that pay for it
# if ours is faster. The model is the messages alone: each collective call takes
# as long as the fastest peer of an allreduce of 64 bytes.
add_planning <- function(compared, peers) {
  short <- peers[operation == "allreduce" & bytes == 64 & !is.na(time_us)]
  short <- short[order(time_us)]
  call_us <- short$time_us[match(compared$network, short$network)]
  calls <- planning_calls$calls[match(compared$operation,
                                      planning_calls$operation)]
  compared[, plan_us := ..calls * ..call_us]
  compared[, calls := fifelse(default_us < peer_us,
                              ceiling(plan_us / (peer_us - default_us)),
                              NA_real_)][]
}

geometric_mean <- function(x) exp(mean(log(x)))

# Gains are peer / ours, above 1 if ours is faster. `gain` is without a network
# file.
summarise_cells <- function(compared, by) {
  gains <- copy(compared)[!is.na(peer_us)]
  for (numbers in number_sources)
    set(gains, j = numbers, value = gains$peer_us /
                              gains[[paste0(numbers, "_us")]])
  gains[, {
    worst <- which.min(default)
    list(cells = .N, gain = geometric_mean(default),
         calibrated = geometric_mean(calibrated),
         machine = geometric_mean(machine), worst = default[worst],
         at_bytes = bytes[worst], against = peer[worst],
         below = sum(default < 0.95), missing = sum(missing),
         plan_us = plan_us[1], calls = median(as.double(calls), na.rm = TRUE),
         to_bound = geometric_mean(default_us / bound_us),
         peer_to_bound = geometric_mean(peer_us / bound_us))
  }, by = by]
}

summarise_peers <- function(compared) {
  summarise_cells(shown_peers(compared), c("network", "operation", "density"))
}

summarise_undivided <- function(compared) {
  summarise_cells(compared[!is_divided(operation, procs, bytes)],
                  c("network", "operation"))
}

# Cells whose ranks have parts of one length, and that have times of ours and of
# a peer.
shown_peers <- function(compared) {
  compared[!is.na(peer_us) & !is.na(default_us) &
             is_divided(operation, procs, bytes)]
}

# The headline of each network, and of all.
describe_peers <- function(compared) {
  shown <- shown_peers(compared)
  if (nrow(shown) == 0)
    return("no cell has a peer")
  wholes <- rbind(summarise_cells(shown, "network"),
                  summarise_cells(shown[, network := "all"], "network"))
  wholes[, sprintf(paste(
    "%s, %d cells: fastest peer / ours %.2f without a network file, %.2f",
    "calibrated, %.2f with the machine's numbers; worst %.2f, %d below 0.95;",
    "%d times of peers are missing"),
    network, cells, gain, calibrated, machine, worst, below, missing)]
}

print_peers <- function(compared, peers, to = stdout()) {
  writeLines(c(
    "fastest peer / ours, above 1 if ours is faster; geometric means. gain:",
    "auto without a network file; calibrated, machine: with the numbers of",
    "`calibrate`, and of the machine's file; worst, below (0.95): of gain.",
    "missing: times of peers; to_bound: time / lower bound. plan_us: modelled,",
    "the messages of planning alone; calls: how many pay for it, the median of",
    "the cells where ours is faster."), to)
  print_table(summarise_peers(compared), to, exact = c("density", "at_bytes"))
  undivided <- summarise_undivided(compared)
  if (nrow(undivided) > 0) {
    writeLines("\nranks do not divide the vector into equal parts", to)
    print_table(undivided, to, exact = "at_bytes")
  }
  absent <- compared[peers == 0, .N, by = .(network, operation, density)]
  if (nrow(absent) > 0) {
    writeLines("\ncells without any peer", to)
    print_table(absent, to)
  }
  writeLines("\npeers without a time", to)
  print_table(missing_peers(peers), to)
  writeLines(c("", describe_peers(compared)), to)
  below <- compared[default_us < bound_us * (1 - 1e-6)]
  if (nrow(below) > 0)
    writeLines(sprintf("%d cells below their bound, first %s of %g bytes",
                       nrow(below), below$operation[1], below$bytes[1]), to)
}
