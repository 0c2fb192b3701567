# analysis/R/benchmarks/shaped_regret.R -- what `auto` loses on links of a set
# rate, by `./quadrille bench shaped`.

is_auto <- function(algorithm) grepl("(^|_)auto$", algorithm)

# A row per part and length: the time of `auto` over that of the fastest, our
# algorithms and the library's. One half of the launches chooses the fastest,
# the other compares, and again the other way round, so that noise is no regret.
# `auto` with a network file ran in launches of its own, which the library's
# call relates to the others.
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
  time_of <- function(is_wanted, in_run) {
    times[is_wanted(algorithm) & run == in_run & forced == ""][
      rows, time_us, on = by]
  }
  rows[, regret := time_of(is_auto, "whole") / fastest_us]
  of_library <- time_of(is_mpi_call, "whole") /
    time_of(is_mpi_call, "file")
  rows[, with_file := time_of(is_auto, "file") * of_library / fastest_us]
  taken <- dcast(times[is_auto(algorithm) & run != "half",
                       .(taken = taken[1]), by = .(part, bytes, run)],
                 part + bytes ~ factor(run, c("whole", "file")),
                 value.var = "taken", drop = c(TRUE, FALSE))
  setnames(taken, c("whole", "file"), c("taken", "taken_with_file"))
  rows[, .(fastest = paste(unique(fastest), collapse = " / "),
           regret = geometric_mean(regret),
           with_file = geometric_mean(with_file)), by = .(part, bytes)][
             taken, on = .(part, bytes), nomatch = NULL]
}

# "1.23 in 8 cells, worst 2.34 (part, 64 bytes)"; `known` are of both.
describe_regret <- function(known, column) {
  if (nrow(known) == 0)
    return("not measured")
  worst <- known[which.max(get(column))]
  sprintf("%.2f in %d cells, worst %.2f (%s, %d bytes)",
          geometric_mean(known[[column]]), nrow(known), worst[[column]],
          worst$part, worst$bytes)
}

print_regret <- function(rows, to = stdout()) {
  known <- rows[!is.na(with_file)]
  writeLines(c("", "auto over the fastest, geometric means",
               paste("without a file:", describe_regret(known, "regret")),
               paste("with the file: ", describe_regret(known, "with_file")),
               ""), to)
  print_table(rows[order(-pmax(regret, with_file, na.rm = TRUE))], to,
              digits = 3)
}
