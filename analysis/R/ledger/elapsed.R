# analysis/R/ledger/elapsed.R -- printed over simulated times against simulated
# time, and against the bytes that a node sends: which of the two separates the
# runs that take about twice the simulated time in print.
#
# Of Tables 4 and 5 of wang1993 all that count but `ac`; and the largest
# transform of ponnusamy1992 on 256 nodes. The bounds of the groups were chosen
# after looking.

elapsed_breaks <- list(simulated_ms = c(0, 100, 400, 500, 900, Inf),
                       sent_mb = c(0, 0.5, 1, 2, Inf))
long_ms <- 400

is_of_long_runs <- function(rows) {
  rows[, quantity == "time" & role %in% predicted_roles &
         ((paper == "wang1993" & table %in% c("4", "5") & algorithm != "ac") |
            (paper == "ponnusamy1992" & table == "5" &
               case == "procs=256;side=2048"))]
}

# A row per cell. `facts` are those of null_models.R.
elapsed_cells <- function(ledger, facts) {
  rows <- ledger[is_of_long_runs(ledger) & !is.na(ratio)]
  rows <- facts[, c(ledger_keys, "total_bytes", "procs"), with = FALSE][
    rows, on = ledger_keys]
  rows[, .(paper, table, case, algorithm,
           simulated_ms = as.numeric(reproduced) * per_unit[unit] / 1e6,
           printed_ms = as.numeric(published) * per_unit[unit] / 1e6,
           ratio = 1 / ratio, sent_mb = total_bytes / procs / 1e6)][
             order(paper != "wang1993", simulated_ms)]
}

# The groups of cells by a column, without empty ones; each single run of
# ponnusamy1992 is a group.
group_elapsed <- function(cells, by) {
  own <- copy(cells)[, value := get(by)]
  own[, group := findInterval(value, elapsed_breaks[[by]])]
  own[paper != "wang1993", group := 100L + .I]
  own[, .(cells = .N, low = min(value), high = max(value),
          low_ratio = min(ratio), high_ratio = max(ratio),
          mean = exp(mean(log(ratio))),
          spread = sd(log(ratio)),
          more_s = sum(printed_ms - simulated_ms) / 1e3 / .N,
          algorithm = algorithm[1]), keyby = group]
}

range_text <- function(low, high, digits) {
  text <- lapply(list(low, high), function(value) {
    formatC(value, digits = digits, format = "f")
  })
  fifelse(text[[1]] == text[[2]], text[[1]],
          paste(text[[1]], "to", text[[2]]))
}

# The groups by time, by bytes, and the transforms, as texts.
rows_of_elapsed <- function(cells) {
  rows <- function(own, by, words) {
    if (nrow(own) > 0)
      group_elapsed(own, by)[, .(
        by = words, value = paste0(
          range_text(low, high, 2 * (by == "sent_mb")),
          fifelse(group > 100, paste0(", ", algorithm), "")),
        cells, mean, spread, range = range_text(low_ratio, high_ratio, 2),
        more_s)]
  }
  wang <- cells[paper == "wang1993"]
  rbind(rows(wang, "simulated_ms", "simulated [ms]"),
        rows(wang, "sent_mb", "a node sends [MB]"),
        rows(cells[paper != "wang1993"], "simulated_ms",
             "ponnusamy1992, Table 5, side 2048 on 256 nodes, simulated [ms]"))
}

table_elapsed <- function(cells) {
  table_model(
    some(cells, rows_of_elapsed(cells)[, .(
      by, value, times = cells, `print / sim.` = mean, `sd of ln` = spread,
      range, `more [s]` = more_s)]),
    paste("Times of wang1993's Tables 4 and 5, without ac, grouped by",
          "simulated time and by the bytes that a node sends; and the largest",
          "transform of ponnusamy1992. Print / sim.: geometric mean; more: the",
          "mean of the difference. Bounds were chosen after looking."),
    kinds = c(value = "value", range = "value"), above = "by")
}

# The lines of docs/machines.md.
lines_of_elapsed <- function(cells) {
  rows <- rows_of_elapsed(cells)
  unlist(lapply(split(rows, by = "by"), function(one) {
    c(sprintf("| %s | cells | printed / simulated | geometric mean | %s |",
              one$by[1], "sd of ln | printed - simulated [s], mean"),
      "|---|---|---|---|---|---|",
      one[, sprintf("| %s | %d | %s | %.2f | %s | %.3f |", value, cells, range,
                    mean, fifelse(is.na(spread), "",
                                  sprintf("%.2f", spread)), more_s)], "")
  }), use.names = FALSE)
}
