# paper/typeset/doubts.R -- errata, the largest errors, and provenance.

errata <- read_csv(file.path(root, "analysis", "errata.csv"))
write_model("errata", table_errata(errata))
outliers <- read_csv(file.path(root, "analysis", "outliers.csv"))
write_model("outliers", table_outliers(outliers))
write_model("sensitivity", table_sensitivity(made("sensitivity")))
elapsed <- made("elapsed")
write_model("elapsed", table_elapsed(elapsed))
write_model("timesharing", table_timesharing(made("timesharing")))
far <- predicted_times(ledger)[verdict == "beyond 50%"]
reasons <- far[, .(times = .N, lowest = min(ratio), highest = max(ratio)),
               by = .(table = table_of(paper, table), machine,
                      reason = fifelse(note == "", "none is known", note))]
write_model("misses", table_model(
  reasons[order(-times), .(table, machine, times, lowest, highest, reason)],
  paste("Predicted times more than 50% off, by reason, with the range of their",
        "ratios."), code("machine"),
  c(table = .15, machine = .14, reason = .46)))
# All that is more than 25% off, by reason: a guess is no explanation.
off <- far_times(ledger)
off[, `:=`(known_by = sub(":.*", "", note), why = sub("^[a-z]+: ", "", note))]
write_model("reasons", table_model(
  off[, .(`> 25%` = .N, `> 50%` = sum(verdict == "beyond 50%"),
          `too fast` = sum(ratio < 1), `too slow` = sum(ratio > 1)),
      by = .(`known by` = known_by, reason = why)][
        order(match(`known by`, c("known", "supported", "guess")), -`> 25%`)],
  paste("Reasons of the predicted times that are more than 25% off, with their",
        "number, and how many of them ours are below or above print."),
  widths = c(reason = .58)))
write_model("provenance", table_provenance(made("provenance")))
