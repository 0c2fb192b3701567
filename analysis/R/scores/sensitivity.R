# analysis/R/scores/sensitivity.R -- how the shares of predicted times depend on
# choices of the count. They are no results: totals.csv has those.

# The shares of all predicted times of today's models, and of what is left
# without some. `outliers` are rows of outliers.csv.
count_sensitivity <- function(ledger, outliers) {
  times <- predicted_times(ledger)
  row <- function(what, rows) {
    as.data.table(c(list(without = what), shares_of(rows)))
  }
  rbind(row("none", times),
        row("outliers of the printed tables",
            times[!outliers, on = .(paper, table, case, algorithm, quantity)]),
        row("substitute traffic", times[role != "surrogate"]))
}

# Each fitted scalar, fitted again on another cell, and the times within 10, 25
# and 50% before and after. `rows` are refitted.csv.
table_refits <- function(rows) {
  change <- function(before, after) {
    fifelse(is.na(before), "--", paste(before, "to", after))
  }
  table_model(
    some(rows, rows[, .(
      part, scalar = paste0(scalar, fifelse(unit == "", "",
                                            paste0(" [", unit, "]"))),
      fitted = value, `again on` = fifelse(refitted_on == "", reason,
                                           gsub(";", ", ", refitted_on)),
      gives = refitted, times = fifelse(cells == "", "--",
                                        paste(number, cells)), moved,
      `10%` = change(before_10, after_10), `25%` = change(before_25, after_25),
      `50%` = change(before_50, after_50))]),
    paste("Fitted scalars, fitted again on another permitted cell each, and",
          "how many predicted times are within 10, 25 and 50% before and after",
          "(without that cell). Moved: times that changed."),
    kinds = c(scalar = "code", fitted = "digits", gives = "digits"),
    widths = c(scalar = .18, `again on` = .22), above = "part")
}

# How each refit changes the share of the times within `limit` percent, in
# percentage points; of the times that are `seen`.
points_of_refits <- function(rows, seen, limit) {
  own <- rows[cells == seen]
  100 * (own[[paste0("after_", limit)]] - own[[paste0("before_", limit)]]) /
    own$number
}

# The widest change of each share, as words.
describe_refits <- function(rows) {
  widest <- function(seen, limit) {
    points <- points_of_refits(rows, seen, limit)
    sprintf("%+.1f to %+.1f", min(0, points), max(0, points))
  }
  paste(vapply(intersect(seen_kinds, rows$cells), function(seen) {
    sprintf(paste("One scalar fitted on another cell changes the share of",
                  "times %s within 10%% by %s points, within 25%% by %s,",
                  "within 50%% by %s."),
            seen, widest(seen, 10), widest(seen, 25), widest(seen, 50))
  }, ""), collapse = " ")
}
