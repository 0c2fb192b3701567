# analysis/R/benchmarks/shaped_launches.R -- what `./quadrille bench shaped`
# measured: a row per launch (one mpirun), algorithm and length; and the csv
# that keeps all of it.

shape_links <- shape_record(
  list(nodes = shape_number, ranks_per_node = shape_number,
       rate_mbit_s = shape_number),
  list(trunk = shape_maybe(shape_record(list(
    groups = shape_number, rate_mbit_s = shape_number)))), others = TRUE)

# A part runs at its rates, at half of them, and, to see what `auto` takes, with
# the network file that `calibrate` made there.
shaped_runs <- c("whole", "half", "file")

# What the busiest of some ends sends or receives in a pattern.
bytes_of_busiest <- function(messages, ends_of) {
  ends <- messages[, .(from = ends_of(src), to = ends_of(dst), bytes)][
    from != to]
  max(0, ends[, sum(bytes), by = from]$V1, ends[, sum(bytes), by = to]$V1)
}

# The time in which the busiest link carries its bytes; ranks fill nodes in
# turn, and nodes groups.
bound_of_links <- function(messages, links) {
  node <- function(rank) rank %/% links$ranks_per_node
  group <- function(rank) node(rank) %/% (links$nodes / links$trunk$groups)
  max(bytes_of_busiest(messages, node) * 8 / links$rate_mbit_s,
      if (!is.null(links$trunk))
        bytes_of_busiest(messages, group) * 8 / links$trunk$rate_mbit_s)
}

# The bounds of the patterns in a file, which lists their messages.
bounds_of_patterns <- function(file, links) {
  patterns <- reading(file, fread(file, colClasses = c(seed = "character")))
  patterns[, .(bound_us = bound_of_links(.SD, links)), by = .(seed, length),
           .SDcols = c("src", "dst", "bytes")]
}

# Of a collective between nodes of one rank, by its vector's length.
bounds_of_vectors <- function(samples, links) {
  operation <- sub("^mpi_", "", samples[is_mpi_call(algorithm),
                                        algorithm[1]])
  unique(samples[, .(seed, length = bytes, bound_us = share_of_vector(
    operation, procs[1]) * bytes * 8 / links$rate_mbit_s)])
}

is_mpi_call <- function(algorithm) startsWith(algorithm, "mpi_")

# A row per launch, algorithm, pattern and length of what ran in one folder;
# NULL: nothing has.
read_shaped_sweep <- function(folder) {
  results <- read_results(folder)
  if (is.null(results))
    return(NULL)
  samples <- results$samples
  samples[, forced := fcoalesce(choices(samples, results), "")]
  samples[forced == "default", forced := ""]
  # Where a sweep compares modes they are part of the name.
  if (uniqueN(samples[!is_mpi_call(algorithm), .(algorithm, mode)]) >
        uniqueN(samples[!is_mpi_call(algorithm), algorithm]))
    samples[!is_mpi_call(algorithm), algorithm := paste(algorithm, mode)]
  samples[, taken := trimws(paste(fcoalesce(chosen, ""),
                                  fcoalesce(chosen_mode, "")))]
  rows <- samples[, .(time_us = median(as.numeric(time_ns)) / 1000,
                      mode = mode[1], taken = taken[1], drops = drops[1],
                      retransmissions = retransmissions[1],
                      softirq_ms = softirq_ns[1] / 1e6),
                  by = .(algorithm, forced, bytes, seed, replicate)]
  name <- basename(folder)
  ending <- sub(".*_", "", name)
  is_run <- ending %in% shaped_runs
  rows[, `:=`(part = if (is_run) sub("_[^_]*$", "", name) else name,
              run = if (is_run) ending else "whole")]
  links <- read_shaped_yaml(file.path(folder, "links.yaml"), shape_links)
  file <- file.path(dirname(folder), paste0(rows$part[1], ".patterns.csv"))
  is_messages <- any(samples$algorithm == "mpi_alltoallv")
  bounds <- if (file.exists(file)) bounds_of_patterns(file, links)
            else if (!is_messages) bounds_of_vectors(samples, links)
  rows[, bound_us := NA_real_] # of an interrupted part the file is missing
  if (!is.null(bounds))
    rows[bounds, bound_us := i.bound_us, on = .(seed, bytes = length)]
  rows[]
}

is_auto <- function(algorithm) grepl("(^|_)auto$", algorithm)

# What `auto` takes, without a network file (run `choice`) and with one
# (`file`), with the times that this has in the launches in which all others
# ran. Missing: what only `auto` runs.
times_of_taken <- function(launches) {
  at <- c("part", "bytes", "seed")
  taken <- unique(launches[is_auto(algorithm) & run != "half",
                           c(at, "run", "algorithm", "taken"), with = FALSE])
  taken[run == "whole", run := "choice"]
  ran <- launches[run == "whole" & forced == ""][
    , `:=`(taken = paste(algorithm, mode), algorithm = NULL, run = NULL)]
  ran[taken, on = c(at, "taken"), nomatch = NULL, allow.cartesian = TRUE]
}

# The patterns of one launch are one observation.
read_shaped <- function(folder) {
  launches <- rbindlist(lapply(list.dirs(folder, recursive = FALSE),
                               read_shaped_sweep), use.names = TRUE)
  if (nrow(launches) == 0)
    refuse(folder, ": no results; accepted: what `./quadrille bench shaped` ",
           "made")
  launches <- rbind(launches[run != "file"], times_of_taken(launches),
                    use.names = TRUE)
  launches[, .(time_us = geometric_mean(time_us),
               bound_us = geometric_mean(bound_us),
               taken = paste(unique(taken), collapse = " / "),
               drops = sum(drops), retransmissions = sum(retransmissions),
               softirq_ms = sum(softirq_ms)),
           by = c(shaped_keys, "replicate")]
}

shaped_keys <- c("part", "run", "algorithm", "forced", "bytes")

# A row per part, run, algorithm and length, with the times of its launches.
keep_launches <- function(launches) {
  launches[order(replicate), .(
    bound_us = signif(bound_us[1], 4), taken = paste(unique(taken),
                                                     collapse = " / "),
    drops = sum(drops), retransmissions = sum(retransmissions),
    softirq_ms = sum(softirq_ms), launches = .N, time_us = median(time_us),
    times_us = paste(signif(time_us, 5), collapse = " ")), keyby = shaped_keys]
}

# The launches again, of a csv of `bench shaped`.
kept_launches <- function(kept) {
  # What is empty throughout is read as missing.
  kept[, forced := fcoalesce(as.character(forced), "")][
    , .(replicate = seq_along(strsplit(as.character(times_us), " ")[[1]]),
        time_us = as.numeric(strsplit(as.character(times_us), " ")[[1]]),
        bound_us = bound_us, drops = drops, taken = fcoalesce(taken, "")),
    by = shaped_keys]
}
