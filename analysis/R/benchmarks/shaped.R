# analysis/R/benchmarks/shaped.R -- schedulers on nodes that share one machine,
# joined by links of a set rate: `./quadrille bench shaped`.

# A cell whose time at half the rates is below this multiple is the processor's,
# or, if packets were dropped, that of TCP's waits; one above the other, as
# short calls of few launches, is known by neither: a network alone gives 2.
# Those of the processor, and the latter, decide nothing.
min_growth <- 1.3
max_growth <- 3

# A row per part, algorithm and length: the median of launches, compared with
# the library's call as it chooses, in launches of the same number; and how the
# time grows at half the rates.
compare_shaped <- function(launches) {
  keys <- setdiff(shaped_keys, "run")
  whole <- launches[run == "whole"]
  halves <- launches[run == "half", .(half_us = median(time_us)), by = keys]
  base <- whole[is_mpi_call(algorithm) & forced == "",
                .(part, bytes, replicate, base_us = time_us)]
  cells <- whole[base, on = .(part, bytes, replicate), nomatch = NULL][
    , c(list(launches = .N, time_us = median(time_us),
             bound_us = bound_us[1], drops = drops[1]),
        ratio_of_launches(time_us, base_us)), keyby = keys]
  cells[halves, half_us := i.half_us, on = keys]
  cells[, growth := half_us / time_us]
  cells[, limited_by := fcase(is.na(growth), "",
                              growth < min_growth & drops > 0, "loss",
                              growth < min_growth, "processor",
                              growth > max_growth, "unclear",
                              default = "network")][]
}

# `scattered`, which does not look at the pattern, in its own mode.
unscheduled <- c("scattered", "scattered window:32")

# A row per part, algorithm and length: its times over those of `of`, where the
# network limits both.
contrast_shaped <- function(launches, cells, of = unscheduled) {
  decisive <- cells[limited_by %in% c("network", "loss") & forced == "",
                    .(part, algorithm, bytes)]
  times <- launches[run == "whole" & forced == ""][
    decisive, on = .(part, algorithm, bytes), nomatch = NULL]
  is_base <- times[, algorithm %in% of]
  pairs <- times[is_base, .(part, bytes, replicate, of_us = time_us)][
    times[!is_base], on = .(part, bytes, replicate), nomatch = NULL]
  pairs[, c(list(launches = .N), ratio_of_launches(time_us, of_us)),
        by = .(part, bytes, algorithm)][order(part, bytes, ratio)]
}

# A line per part, length and algorithm; then one part and length a paragraph.
# The fastest come first.
print_shaped <- function(cells, contrasts, to = stdout()) {
  writeLines("over scattered, where the network limits both:", to)
  writeLines(contrasts[, sprintf("%-12s %7s bytes  %-20s %s", part, bytes,
                                 algorithm, format_ratio(ratio, low, high))],
             to)
  for (one in split(cells, by = c("part", "bytes"))) {
    one <- one[order(time_us)]
    writeLines(c("", sprintf("%s, messages of %s bytes, bound %.3g us",
                             one$part[1], one$bytes[1], one$bound_us[1])), to)
    writeLines(one[, sprintf("%-20s %-13s %10.4g us  %s  x%.2f at half, %s",
                             algorithm, forced, time_us,
                             format_ratio(ratio, low, high), growth,
                             limited_by)], to)
  }
}
