# analysis/R/benchmarks/here.R -- what programs get by default, compared with
# the MPI library of the machine that it runs on: `./quadrille bench here`.

# The whole interval of ours / library above this: the library's is faster.
# min_loss of harness/calibrate/library_comparison.c is the same.
min_loss <- 1.05

# Folders of results below DIR, by whether a network file counts.
here_kinds <- c("plain", "calibrated")

# A row per launch (one mpirun) of what ran in one folder, OPERATION_RANKS.
# `who`: ours, default, forced, or neighbor for MPI_Neighbor_alltoallv.
read_here_sweep <- function(folder) {
  results <- read_results(folder)
  if (is.null(results))
    return(NULL)
  samples <- results$samples
  samples[, algorithm_of_library := fcoalesce(choices(samples, results), "")]
  samples[, `:=`(
    network = basename(dirname(folder)),
    operation = sub("_[0-9]+$", "", basename(folder)),
    forced = fifelse(algorithm_of_library == "default", "",
                     algorithm_of_library),
    who = fifelse(mode != "library", "ours",
                  fifelse(grepl("neighbor", algorithm), "neighbor",
                          fifelse(algorithm_of_library %in% c("", "default"),
                                  "default", "forced"))))]
  samples[, .(time_us = median(as.numeric(time_ns)) / 1000),
          by = .(network, operation, procs, bytes, who, forced, replicate)]
}

read_here <- function(folder) {
  folders <- list.dirs(file.path(folder, here_kinds), recursive = FALSE)
  launches <- rbindlist(lapply(folders, read_here_sweep))
  if (nrow(launches) == 0)
    refuse(folder, ": no results; accepted: what `./quadrille bench here` made")
  launches
}

here_keys <- c("network", "operation", "procs", "bytes")

# Programs' calls, by default_speed: a row per cell. A launch times both calls
# in turns.
compare_programs <- function(folder) {
  files <- Sys.glob(file.path(folder, "programs_*", "launch-*.csv"))
  if (length(files) == 0)
    return(NULL)
  launches <- rbindlist(lapply(files, fread))
  launches[, c(list(network = "plain", who = "ours", forced = "",
                    launches = .N, time_us = median(time_us),
                    default_us = median(default_us)),
               ratio_of_launches(time_us, default_us)),
           keyby = .(operation, procs, bytes, way, buffers, choice)]
}

# Each way of timing, the worst first.
describe_programs <- function(cells) {
  cells <- cells[way != "sweep"]
  if (nrow(cells) == 0)
    return(NULL)
  ways <- cells[, .(cells = .N, mean = geometric_mean(ratio),
                    median = median(ratio),
                    slower = sum(low > min_loss, na.rm = TRUE),
                    faster = sum(high < 0.95, na.rm = TRUE),
                    worst = max(ratio),
                    operation = operation[which.max(ratio)],
                    bytes = bytes[which.max(ratio)]),
                by = .(procs, way, buffers)][order(procs, -mean)]
  c("Programs' calls, ours by default / the MPI library's, in one process:",
    ways[, sprintf(paste("%d ranks, %s, send buffer %s: %d cells, geometric",
                         "mean %.3f, median %.3f; the interval above 1.05 in",
                         "%d, below 0.95 in %d; worst %.2f (%s of %d bytes)"),
                   procs, way, buffers, cells, mean, median, slower, faster,
                   worst, operation, as.integer(bytes))],
    describe_passed_on(cells))
}

# The cells in which `auto` makes the library's own call.
describe_passed_on <- function(cells) {
  cells <- unique(cells[way != "sweep", .(procs, operation, bytes, choice)])
  cells[, all_cells := .N, by = procs]
  passed <- cells[startsWith(choice, "mpi_")][order(procs, operation, bytes)]
  calls <- passed[, .(words = sprintf("%s of %s bytes", operation[1],
                                      paste(bytes, collapse = ", ")), .N),
                  by = .(procs, all_cells, operation)]
  calls[, sprintf("%d ranks: %d of %d cells are passed on to the library: %s",
                  procs[1], sum(N), all_cells[1],
                  paste(words, collapse = "; ")), by = procs]$V1
}

# A row per cell but the library's own choice, compared with that in launches
# of the same number.
compare_here <- function(launches) {
  by_default <- launches[who == "default"]
  others <- launches[who != "default"][by_default, on = c(here_keys,
                                                          "replicate"),
                                       nomatch = NULL]
  others[, c(list(launches = .N, time_us = median(time_us),
                  default_us = median(i.time_us)),
             ratio_of_launches(time_us, i.time_us)),
         keyby = c(here_keys, "who", "forced")][
           , `:=`(way = "sweep", buffers = "", choice = "")]
}

# A row per operation, number of ranks and length: ours without and with a
# network file, and the library's fastest algorithm; ratios of times.
summarise_here <- function(compared) {
  by <- setdiff(here_keys, "network")
  ours <- dcast(compared[who == "ours"], operation + procs + bytes ~
                  factor(network, here_kinds), drop = c(TRUE, FALSE),
                value.var = c("time_us", "default_us", "ratio", "low", "high"))
  best <- compared[network == "plain" & who == "forced",
                   .SD[which.min(time_us)], by = by]
  merge(ours[!is.na(time_us_plain)],
        best[, c(by, "forced", "time_us"), with = FALSE], by = by, all.x = TRUE)
}

# "0.97 [0.95, 1.02]".
format_ratio <- function(ratio, low, high) {
  fifelse(is.na(ratio), "-", sprintf("%.2f [%.2f, %.2f]", ratio, low, high))
}

# Counts of cells by where the interval of ours / the library's own choice lies.
count_here <- function(cells, which) {
  ratio <- cells[[paste0("ratio_", which)]]
  low <- cells[[paste0("low_", which)]]
  high <- cells[[paste0("high_", which)]]
  known <- !is.na(ratio)
  if (!any(known))
    return(NULL)
  sprintf(paste("%s: %d cells, geometric mean of the ratio %.3f; the interval",
                "above 1.05 in %d, below 0.95 in %d; worst ratio %.2f"),
          c(plain = "without a file",
            calibrated = "with the file")[[which]],
          sum(known), geometric_mean(ratio[known]),
          sum(low > min_loss, na.rm = TRUE), sum(high < 0.95, na.rm = TRUE),
          max(ratio[known]))
}

print_here <- function(cells, to = stdout()) {
  print_table(cells[, .(
    operation, ranks = procs, bytes, ours_us = time_us_plain,
    with_file_us = time_us_calibrated, default_us = default_us_plain,
    fastest_us = time_us, fastest = forced,
    "ours / default" = format_ratio(ratio_plain, low_plain, high_plain),
    "with file / default" = format_ratio(ratio_calibrated, low_calibrated,
                                         high_calibrated),
    "ours / fastest" = signif(time_us_plain / time_us, 3))], to, digits = 4)
  writeLines(c("", unlist(lapply(here_kinds, count_here, cells = cells))), to)
}
