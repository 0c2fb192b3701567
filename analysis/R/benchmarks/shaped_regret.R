# analysis/R/benchmarks/shaped_regret.R -- what `auto` loses on links of a set
# rate, by `./quadrille bench shaped`.

# A row per part and length: the time of `auto` over that of the fastest, our
# algorithms and the library's. One half of the launches chooses the fastest,
# the other compares, and again the other way round, so that noise is no regret.
# `decides`: the network limits `auto`.
regret_shaped <- function(launches) {
  by <- c("part", "bytes", "half")
  times <- launches[, .(time_us = median(time_us),
                        taken = paste(unique(taken), collapse = " / ")),
                    by = .(run, algorithm, forced, part, bytes,
                           half = replicate %% 2L)]
  whole <- times[run == "whole"]
  fastest <- whole[, .SD[which.min(time_us)], by = by][, half := 1L - half]
  rows <- whole[fastest, on = c(by, "algorithm", "forced"), nomatch = NULL][
    , .(part, bytes, half, fastest = trimws(paste(algorithm, forced)),
        fastest_us = time_us)]
  time_of <- function(in_run)
    times[is_auto(algorithm) & run == in_run][rows, time_us, on = by]
  rows[, regret := time_of("whole") / fastest_us]
  rows[, with_file := time_of("file") / fastest_us]
  taken <- dcast(times[is_auto(algorithm) & run != "half",
                       .(taken = taken[1]), by = .(part, bytes, run)],
                 part + bytes ~ factor(run, c("whole", "file")),
                 value.var = "taken", drop = c(TRUE, FALSE))
  setnames(taken, c("whole", "file"), c("taken", "taken_with_file"))
  decisive <- compare_shaped(launches)[
    is_auto(algorithm) & limited_by %in% c("network", "loss"), .(part, bytes)]
  rows[, decides := FALSE][decisive, decides := TRUE, on = .(part, bytes)]
  rows[, .(decides = decides[1],
           fastest = paste(unique(fastest), collapse = " / "),
           regret = geometric_mean(regret),
           with_file = geometric_mean(with_file)), by = .(part, bytes)][
             taken, on = .(part, bytes), nomatch = NULL]
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
