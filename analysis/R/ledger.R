# analysis/R/ledger.R -- the ledger: every published number and its verdict.

ledger_columns <- c("paper", "table", "case", "algorithm", "quantity", "unit",
                    "published", "reproduced", "low", "high", "ratio", "role",
                    "machine", "verdict", "note")

# Adds the empty columns a row does not need and puts all in order.
as_ledger <- function(rows) {
  missing <- setdiff(ledger_columns, names(rows))
  for (column in missing)
    rows[, (column) := if (column == "note") "" else NA]
  rows[, ledger_columns, with = FALSE]
}

# Table 11 on one simulated machine. `results` may be NULL: then every cell is
# `not run`.
ledger_table11 <- function(published, results, declarations, machine) {
  rows <- published[paper == "ponnusamy1992" & table == "11"]
  setnames(rows, "value", "published")
  if (is.null(results)) {
    rows[, `:=`(reproduced = NA_real_, low = NA_real_, high = NA_real_)]
  } else {
    times <- summarise_patterns(results$samples, unit_ns = 1e6)
    rows[times, on = .(case, algorithm),
         `:=`(reproduced = i.mean, low = i.low, high = i.high)]
  }
  fitted <- declarations[how == "fitted", cell]
  rows[, role := fifelse(paste(paper, table, case, algorithm, quantity) %in%
                           fitted, "calibration", "prediction")]
  rows[, `:=`(machine = machine,
              ratio = reproduced / as.numeric(published),
              verdict = predicted_verdict(reproduced, published))]
  rows[role == "calibration", note := "fitted on this cell"]
  rows[is.na(note), note := ""]
  as_ledger(rows)
}

# Rounds of the schedules of Table 6. `schedules` is a list by algorithm.
ledger_rounds <- function(published, schedules) {
  rows <- published[paper == "ponnusamy1992" & quantity == "rounds"]
  setnames(rows, "value", "published")
  rows[, reproduced := vapply(algorithm, function(name) {
    schedule <- schedules[[name]]
    if (is.null(schedule)) NA_character_ else as.character(max(schedule$round))
  }, "")]
  rows[, `:=`(role = "exact", machine = "none",
              verdict = exact_verdict(reproduced, published),
              ratio = as.numeric(reproduced) / as.numeric(published))]
  as_ledger(rows)
}

# The entries of a schedule as the papers print them: "0 <-> 1", "4 -> 2", with
# the unordered pair they join.
schedule_entries <- function(schedule) {
  entries <- schedule[, .(round, src, dst, low = pmin(src, dst),
                          high = pmax(src, dst))]
  entries[, .(text = if (.N == 2) paste(low, "<->", high)
              else paste(src, "->", dst)),
          by = .(round, low, high)]
}

# A printed schedule, entry by entry. An entry is held against ours of the same
# round and pair, or, if there is none, of the same place in the round.
ledger_schedule <- function(published, number, schedule, errata) {
  rows <- published[paper == "ponnusamy1992" & table == number &
                      quantity == "transfer"]
  setnames(rows, "value", "published")
  if (is.null(schedule)) {
    rows[, reproduced := NA_character_]
  } else {
    ours <- schedule_entries(schedule)
    ours[, key := paste(round, low, high)]
    rows[, key := {
      ends <- lapply(tstrsplit(published, " [^ ]+ "), as.integer)
      paste(sub(".*round=", "", case), pmin(ends[[1]], ends[[2]]),
            pmax(ends[[1]], ends[[2]]))
    }]
    rows[ours, on = .(key), reproduced := i.text]
    ours[, place := paste(seq_len(.N), round), by = round]
    rows[, place := sub("entry=(.*);round=(.*)", "\\1 \\2", case)]
    rows[ours, on = .(place),
         reproduced := fifelse(is.na(reproduced), i.text, reproduced)]
    rows[is.na(reproduced), reproduced := "none"]
    rows[, `:=`(key = NULL, place = NULL)]
  }
  rows[, `:=`(role = "exact", machine = "none",
              verdict = exact_verdict(reproduced, published))]
  rows[errata, on = .(paper, table, case, algorithm, quantity),
       note := paste("erratum:", i.why)]
  rows[is.na(note), note := ""]
  as_ledger(rows)
}

# Table 11 on a real machine: medians over patterns with their rank-based 95%
# interval. No verdict, since it is another machine.
measured_table11 <- function(published, results, machine) {
  rows <- published[paper == "ponnusamy1992" & table == "11"]
  setnames(rows, "value", "published")
  times <- pattern_times(results$samples, 1e6)[, {
    interval <- median_interval(time)
    .(measured = median(time), low = interval[1], high = interval[2], n = .N)
  }, by = .(algorithm, case)]
  rows <- merge(rows, times, by = c("case", "algorithm"), sort = FALSE)
  rows[, `:=`(machine = machine,
              note = paste("median over n patterns, 95% interval;",
                           "another machine than the published one"))]
  rows[, .(paper, table, case, algorithm, quantity, unit, published, measured,
           low, high, n, machine, note)]
}
