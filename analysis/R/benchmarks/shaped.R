# analysis/R/benchmarks/shaped.R -- schedulers on nodes that share one machine,
# joined by links of a set rate: `./quadrille bench shaped`.

# A cell whose time at half the rates is below this multiple is the processor's;
# one above the other, as short calls of few launches, is known by neither: a
# network alone gives 2. Both decide nothing.
min_growth <- 1.3
max_growth <- 3

shape_links <- shape_record(list(
  ranks_per_node = shape_number, rate_mbit_s = shape_number), others = TRUE)

# A row per launch (one mpirun), algorithm, pattern and length of what ran in
# one folder; NULL: nothing has.
read_shaped_sweep <- function(folder) {
  results <- read_results(folder)
  if (is.null(results))
    return(NULL)
  samples <- results$samples
  samples[, forced := fcoalesce(choices(samples, results), "")]
  samples[forced == "default", forced := ""]
  links <- read_shaped_yaml(file.path(folder, "links.yaml"), shape_links)
  # A node's link carries what its rank sends to others.
  is_plain <- links$ranks_per_node == 1 && is.null(links$trunk)
  samples[, .(time_us = median(as.numeric(time_ns)) / 1000,
              bound_us = if (is_plain)
                max_degree[1] * bytes[1] * 8 / links$rate_mbit_s
              else
                NA_real_,
              drops = drops[1], retransmissions = retransmissions[1],
              softirq_ns = softirq_ns[1]),
          by = .(algorithm, forced, bytes, seed, replicate)][
            , part := basename(folder)][]
}

read_shaped <- function(folder) {
  folders <- list.dirs(folder, recursive = FALSE)
  launches <- rbindlist(lapply(folders, read_shaped_sweep))
  if (nrow(launches) == 0)
    refuse(folder, ": no results; accepted: what `./quadrille bench shaped` ",
           "made")
  # The patterns of one launch are one observation.
  launches[, .(time_us = geometric_mean(time_us),
               bound_us = geometric_mean(bound_us), drops = sum(drops),
               retransmissions = sum(retransmissions),
               softirq_ns = sum(softirq_ns)),
           by = .(part, algorithm, forced, bytes, replicate)]
}

shaped_keys <- c("part", "algorithm", "forced", "bytes")

# A row per part, algorithm and length: the median of launches, compared with
# MPI_Alltoallv as the library chooses it, in launches of the same number; and
# how the time grows at half the rates.
compare_shaped <- function(launches) {
  is_half <- endsWith(launches$part, "_half")
  halves <- launches[is_half][, part := sub("_half$", "", part)][
    , .(half_us = median(time_us)), by = shaped_keys]
  whole <- launches[!is_half]
  base <- whole[algorithm == "mpi_alltoallv" & forced == "",
                .(part, bytes, replicate, base_us = time_us)]
  cells <- whole[base, on = .(part, bytes, replicate), nomatch = NULL][
    , c(list(launches = .N, time_us = median(time_us),
             bound_us = median(bound_us), drops = sum(drops),
             retransmissions = sum(retransmissions),
             softirq_ms = sum(softirq_ns) / 1e6),
        ratio_of_launches(time_us, base_us)), keyby = shaped_keys]
  cells[halves, half_us := i.half_us, on = shaped_keys]
  cells[, growth := half_us / time_us]
  cells[, limited_by := fcase(is.na(growth), "",
                              growth < min_growth, "processor",
                              growth > max_growth, "unclear",
                              default = "network")][]
}

# A row per part and algorithm: its times over those of `of`, which sends
# without an order, over all lengths at which the network limits both.
contrast_shaped <- function(launches, cells, of = "scattered") {
  decisive <- cells[limited_by == "network" & forced == ""]
  lengths <- decisive[algorithm == of, .(part, bytes)]
  times <- launches[forced == ""][
    decisive[lengths, on = .(part, bytes)], on = shaped_keys, nomatch = NULL]
  pairs <- times[algorithm == of, .(part, bytes, replicate, of_us = time_us)][
    times[algorithm != of], on = .(part, bytes, replicate), nomatch = NULL]
  pairs[, .(of_us = geometric_mean(of_us), time_us = geometric_mean(time_us),
            lengths = paste(unique(bytes), collapse = " ")),
        by = .(part, algorithm, replicate)][
          , c(list(lengths = lengths[1], launches = .N),
              ratio_of_launches(time_us, of_us)), by = .(part, algorithm)][
                order(part, ratio)]
}

# A line per part and algorithm; then one part and length a paragraph. The
# fastest come first.
print_shaped <- function(cells, contrasts, to = stdout()) {
  writeLines("over scattered, at lengths that the network limits:", to)
  writeLines(contrasts[, sprintf("%-12s %-20s %s  %s bytes", part, algorithm,
                                 format_ratio(ratio, low, high), lengths)], to)
  for (one in split(cells, by = c("part", "bytes"))) {
    one <- one[order(time_us)]
    writeLines(c("", sprintf("%s, messages of %s bytes%s", one$part[1],
                             one$bytes[1],
                             if (is.na(one$bound_us[1])) ""
                             else sprintf(", bound %.3g us",
                                          one$bound_us[1]))), to)
    writeLines(one[, sprintf("%-20s %-13s %10.4g us  %s  x%.2f at half, %s",
                             algorithm, forced, time_us,
                             format_ratio(ratio, low, high), growth,
                             limited_by)], to)
  }
}
