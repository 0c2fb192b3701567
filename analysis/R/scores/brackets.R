# analysis/R/scores/brackets.R -- printed times between two surrogates.
#
# Traffic that is lost is substituted twice: by one with the structure of the
# lost one, which counts, and by one with its printed counts, which is shown. A
# printed time between the two may be the traffic's error; one outside both is
# rather the machine's.

bracket_slack <- 1.05

# "between", or "below both" or "above both" by more than the slack, from the
# nearest end of what the printed digits leave open.
bracket_verdict <- function(published, one, other) {
  printed <- printed_interval(published)
  fcase(is.na(one) | is.na(other), "not run",
        printed$high * bracket_slack < pmin(one, other), "below both",
        printed$low > pmax(one, other) * bracket_slack, "above both",
        default = "between")
}

# A row per printed time with two traffics on one machine: `counted` and `shown`
# are what they take, in `unit`, each next to its workload.
bracket_cells <- function(ledger) {
  key <- c(ledger_keys, "machine")
  times <- ledger[quantity == "time"]
  counted <- times[role %in% predicted_roles]
  rows <- counted[times[role == uncounted], on = key, nomatch = NULL]
  rows[, .(paper, table, case, algorithm, quantity, unit, published, machine,
           counted_workload = workload, counted = as.numeric(reproduced),
           shown_workload = i.workload, shown = as.numeric(i.reproduced),
           verdict = bracket_verdict(published, as.numeric(reproduced),
                                     as.numeric(i.reproduced)))]
}

# A line per table.
describe_brackets <- function(brackets) {
  brackets[, .(between = sum(verdict == "between"), times = .N),
           by = .(paper, table, counted_workload, shown_workload)][
             , sprintf(paste("%s: %d of %d printed times between %s and %s,",
                             "or within 5%%"),
                       table_of(paper, table), between, times,
                       counted_workload, shown_workload)]
}
