# analysis/R/benchmarks/choice.R -- what `auto` takes, compared with the fastest
# of our algorithms: `./quadrille bench choice`.

# A row per cell: the regret is the time of `auto` over that of the fastest
# algorithm, its own choice among them: never below 1. Cells without `auto`, or
# without another algorithm, are missing. Times of mode synchronous are left
# out: SimGrid charges its receivers no overhead.
choice_regrets <- function(cells) {
  cells <- cells[mode != "synchronous"]
  by <- c("network", "operation", "procs", "density", "bytes")
  is_auto <- cells$algorithm == paste0(cells$operation, "_auto")
  auto <- cells[is_auto, c(by, "time_us"), with = FALSE]
  best <- cells[!is_auto, .SD[which.min(time_us)], by = by]
  merged <- merge(auto, best[, c(by, "algorithm", "mode", "time_us"),
                             with = FALSE],
                  by = by, suffixes = c("", "_best"))
  merged[, regret := pmax(1, time_us / time_us_best)][]
}

# The smallest regret that at least 95% of the cells do not exceed.
regret_of_share <- function(regret, share = 0.95) {
  sort(regret)[ceiling(share * length(regret))]
}

summarise_regrets <- function(regrets) {
  regrets[, .(cells = .N, mean = geometric_mean(regret),
              p95 = regret_of_share(regret), worst = max(regret)),
          by = .(network, operation, density)]
}

print_choice <- function(regrets, to = stdout()) {
  writeLines(c("regret = time of auto / time of the fastest of our algorithms",
               paste("without mode synchronous, whose receivers SimGrid",
                     "charges no overhead")), to)
  print_table(summarise_regrets(regrets), to, digits = 4)
  worse <- regrets[regret > 1.01][order(-regret)]
  writeLines(sprintf("\n%d of %d cells above 1.01", nrow(worse),
                     nrow(regrets)), to)
  if (nrow(worse) > 0)
    print_table(worse, to, digits = 4)
  writeLines(sprintf(paste("\nall %d cells: geometric mean %.4f, 95%% at most",
                           "%.4f, worst %.4f"),
                     nrow(regrets), geometric_mean(regrets$regret),
                     regret_of_share(regrets$regret), max(regrets$regret)), to)
}
