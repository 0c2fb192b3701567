# analysis/R/ledger/skews.R -- how simulated times depend on when ranks start.

# For each machine, algorithm and skew the case whose mean over draws is
# furthest from its time without skew: that change, and the widest range of a
# case's draws, as shares. `samples` has one draw of a case without skew.
skew_effects <- function(samples) {
  cases <- samples[, .(mean = mean(as.numeric(time_ns)),
                       range = diff(range(as.numeric(time_ns)))),
                   by = .(machine, algorithm, parameters, skew_ns)]
  cases[cases[skew_ns == 0], on = .(machine, algorithm, parameters),
        alone := i.mean]
  cases[, `:=`(change = mean / alone - 1, spread = range / mean)]
  cases[skew_ns > 0, {
    worst <- which.max(abs(change))
    .(parameters = parameters[worst], alone_us = alone[worst] / 1e3,
      change = round(change[worst], 4), spread = round(max(spread), 4))
  }, by = .(machine, algorithm, skew_ns)]
}

# The table of docs/machines.md, a line per machine and algorithm: the change
# and the spread at each skew. Those whose draws differ at 64 ns.
table_of_skews <- function(rows) {
  differ <- rows[skew_ns == 64 & spread >= 0.02, .(machine, algorithm)]
  rows <- rows[unique(differ), on = .(machine, algorithm)]
  wide <- rows[, .(cell = sub("-0.0%", "+0.0%", fixed = TRUE,
                             sprintf("%+.1f%% (%.1f%%)", 100 * change,
                                     100 * spread)),
                   machine, algorithm, skew_ns)]
  wide <- dcast(wide, machine + algorithm ~ skew_ns, value.var = "cell")
  c(paste("| machine | algorithm | 64 ns: change (range of draws) | 1 us |",
          "10 us |"),
    "|---|---|---|---|---|",
    wide[, sprintf("| `%s` | `%s` | %s | %s | %s |", machine, algorithm, `64`,
                   `1000`, `10000`)])
}
