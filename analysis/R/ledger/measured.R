# analysis/R/ledger/measured.R -- the demonstration: Table 11's traffic,
# measured here. It shares no table and no figure with printed times, which are
# of 32 nodes.

# A row per cell of Table 11: the median over launches, the independent
# observations, of the mean over patterns, with the rank-based 95% interval.
# A cell that did not run has NA, and no launches.
measured_table11 <- function(published, results, machine) {
  cells <- published[paper == "ponnusamy1992" & table == "11",
                     .(case, algorithm, quantity, unit)]
  launches <- pattern_times(results$samples, 1e6)[
    , .(time = mean(time)), by = .(algorithm, case, replicate)]
  times <- launches[, {
    interval <- median_interval(time)
    .(measured = median(time), low = interval[1], high = interval[2], n = .N)
  }, by = .(algorithm, case)]
  rows <- merge(cells, times, by = c("case", "algorithm"), all.x = TRUE,
                sort = FALSE)
  rows[is.na(n), n := 0L]
  rows[, `:=`(procs = results$samples$procs[1],
              cores = as.integer(results$provenance$cpus_online)[1],
              machine = machine)]
  rows[, .(case, algorithm, quantity, unit, procs, cores, measured, low, high,
           n, machine)]
}

describe_processes <- function(measured) {
  sprintf("%d processes on %d cores%s", measured$procs[1], measured$cores[1],
          if (measured$procs[1] > measured$cores[1]) ", oversubscribed" else "")
}

describe_spread <- function(rows) {
  far <- rows[, max(measured) / min(measured), by = case]$V1
  sprintf("The slowest algorithm takes %s times as long as the fastest",
          words_of_range(far))
}

# The same experiment on a real machine; its times share no figure with others.
figure_table11_measured <- function(measured, labels, title) {
  rows <- split_case(measured[n > 0])
  ggplot(rows, aes(percent(density), measured,
                   colour = in_order(algorithm, labels))) +
    # Of few launches there is no interval.
    geom_linerange(aes(ymin = low, ymax = high), position = dodge,
                   na.rm = TRUE) +
    geom_point(aes(shape = "measured"), position = dodge, size = 1.6) +
    figure_frame(labels, c(measured = 19)) +
    label_figure(
      describe_spread(rows), paste0(
        "Demonstration: the traffic of ponnusamy1992, Table 11, ",
        describe_processes(measured), "; ", title),
      paste0("From ", words_of_range(rows$measured), " ms."),
      paste0("Median over ", min(rows$n), " launches of the mean over ",
             "patterns, ", words_of_interval(rows$n)))
}
