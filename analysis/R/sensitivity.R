# analysis/R/sensitivity.R -- how the shares of predicted times depend on
# choices of the count. They are no results: totals.csv has those.

# The shares of all predicted times of the present models, and of what is left
# without some. `outliers` are rows of outliers.csv.
count_sensitivity <- function(ledger, outliers) {
  times <- ledger[role %in% predicted_roles &
                    counts_or_times(quantity) == "times"]
  row <- function(what, rows) {
    as.data.table(c(list(without = what), shares_of(rows)))
  }
  rbind(row("none", times),
        row("outliers of the printed tables",
            times[!outliers, on = .(paper, table, case, algorithm, quantity)]),
        row("substitute traffic", times[role != "surrogate"]))
}
