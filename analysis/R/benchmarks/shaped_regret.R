# analysis/R/benchmarks/shaped_regret.R -- what `auto` loses on links of a set
# rate, by `./quadrille bench shaped`.

# Whether the network limits `auto` and what it takes, "gs posted / scattered".
decides_regret <- function(limited, taken) {
  names <- sub(" .*", "", unlist(strsplit(taken[!is.na(taken)], " / ")))
  any(is_auto(limited)) && all(names %in% limited)
}

# A row per part and length: the time of what `auto` takes, without and with a
# network file, over that of the fastest of our other algorithms and the
# library's. One half of the launches chooses the fastest, the other compares,
# and again the other way round, so that noise is no regret.
regret_shaped <- function(launches) {
  by <- c("part", "bytes", "half")
  times <- launches[run != "half", .(time_us = median(time_us)),
                    by = .(run, algorithm, forced, part, bytes,
                           half = replicate %% 2L)]
  whole <- times[run == "whole" & !is_auto(algorithm)]
  fastest <- whole[, .SD[which.min(time_us)], by = by][, half := 1L - half]
  rows <- whole[fastest, on = c(by, "algorithm", "forced"), nomatch = NULL][
    , .(part, bytes, half, fastest = trimws(paste(algorithm, forced)),
        fastest_us = time_us)]
  over_fastest <- function(of)
    times[run == of][rows, time_us, on = by] / rows$fastest_us
  rows[, `:=`(regret = over_fastest("choice"),
              with_file = over_fastest("file"))]
  cells <- rows[, .(fastest = paste(unique(fastest), collapse = " / "),
                    regret = geometric_mean(regret),
                    with_file = geometric_mean(with_file)),
                by = .(part, bytes)]
  taken_in <- function(of)
    launches[run == of, .(taken = taken[1]), by = .(part, bytes)][
      cells, taken, on = .(part, bytes)]
  cells[, `:=`(taken = taken_in("choice"), taken_with_file = taken_in("file"))]
  limited <- compare_shaped(launches)[limited_by %in% c("network", "loss")]
  cells[, decides := decides_regret(
    limited[.BY, algorithm, on = .(part, bytes), nomatch = NULL],
    c(taken, taken_with_file)), by = .(part, bytes)]
  cells[!is.na(regret)]
}

# "1.23 in 8 cells, worst 2.34 (part, 64 bytes)", of cells with both that
# decide.
describe_regret <- function(rows, column) {
  known <- rows[decides & !is.na(with_file)]
  if (nrow(known) == 0)
    return("not measured")
  worst <- known[which.max(get(column))]
  sprintf("%.2f in %d cells, worst %.2f (%s, %d bytes)",
          geometric_mean(known[[column]]), nrow(known), worst[[column]],
          worst$part, worst$bytes)
}

print_regret <- function(rows, to = stdout()) {
  writeLines(c("", "auto over the fastest, where the network limits it",
               paste("without a file:", describe_regret(rows, "regret")),
               paste("with the file: ", describe_regret(rows, "with_file")),
               ""), to)
  print_table(rows[order(-pmax(regret, with_file, na.rm = TRUE))], to,
              digits = 3)
}
