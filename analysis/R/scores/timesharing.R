# analysis/R/scores/timesharing.R -- an ablation, outside all shares: simulated
# times as if another program shared the nodes, in slices of `slice_ms`. A run
# begins with a slice; a time t becomes t + q floor(t / q).
#
# The slice is fitted on one cell, by a rule that was set before it ran: of 10,
# 20, ... 2000 ms the one whose mean over the cell's samples is nearest to the
# printed time, in ratio; of equally near ones the largest.

timesharing_cell <- "wang1993 4 bytes=131072;degree=16 rs_n time"
timesharing_slices_ms <- seq(10, 2000, 10)

share_time <- function(time, slice) time + slice * floor(time / slice)

# `times_ms` are the samples of a cell.
fit_slice_ms <- function(times_ms, printed_ms) {
  miss <- vapply(timesharing_slices_ms, function(slice) {
    abs(log(mean(share_time(times_ms, slice)) / printed_ms))
  }, 0)
  max(timesharing_slices_ms[miss <= min(miss) + 1e-9])
}

share_run <- function(run, slice_ms) {
  run$samples <- copy(run$samples)[
    , time_ns := share_time(as.numeric(time_ns), slice_ms * 1e6)]
  run
}

# The sets of cells that are counted, apart; each without those before it.
timesharing_sets <- function(cells) {
  of <- function(number) cells$paper == "wang1993" & cells$table %in% number
  long <- is_of_long_runs(cells)
  fcase(cell_of(cells) == timesharing_cell, "the fitted cell",
        of(c("4", "5")) & long, "wang1993, Tables 4 and 5",
        of(c("4", "5")), "wang1993, Tables 4 and 5, ac",
        long, "ponnusamy1992, Table 5, side 2048 on 256 nodes",
        rep(TRUE, nrow(cells)), "ponnusamy1992, Table 5, the others")
}

# A row per set of cells and model: `slice_ms` is empty as simulated. Of
# Tables 4 and 5 those above long_ms have a row of their own.
score_timesharing <- function(ledger, shared, slice_ms) {
  rows <- ledger[, .(paper, table, case, algorithm, quantity, role, published,
                     `as simulated` = as.numeric(reproduced), unit)]
  rows[shared, on = ledger_keys, timesharing := as.numeric(i.reproduced)]
  rows[, set := timesharing_sets(rows)]
  long <- rows[grepl("Tables 4 and 5$", set) & `as simulated` >
                 long_ms][, set := paste0(set, ", above ", long_ms, " ms")]
  rows <- melt(rbind(rows, long), measure.vars = c("as simulated",
                                                   "timesharing"),
               variable.name = "model", value.name = "reproduced",
               variable.factor = FALSE)
  rows[, slice_ms := fifelse(model == "timesharing", slice_ms, NA_real_)]
  rows[order(set), c(shares_of(.SD), list(
         rms_ln = sqrt(mean(log(reproduced / as.numeric(published))^2)))),
       by = .(set, model, slice_ms), .SDcols = c("reproduced", "published")]
}

# The ablation of the experiments that ran; NULL without the fitted cell.
ablate_timesharing <- function(experiments, numbers, runs) {
  own <- experiments[kind == "simulated" & role %in% predicted_roles &
                       ((paper == "wang1993" & table %in% c("4", "5")) |
                          (paper == "ponnusamy1992" & table == "5"))]
  runs <- Filter(length, runs)
  times <- numbers[quantity == "time"]
  of_ledger <- function(which) {
    ledger_simulated(own, times, which)$ledger[role %in% predicted_roles &
                                                 !is.na(reproduced)]
  }
  simulated <- of_ledger(runs)
  fitted <- simulated[cell_of(simulated) == timesharing_cell]
  if (nrow(fitted) == 0)
    return(NULL)
  samples <- rbindlist(lapply(runs[own[table == "4", folder]], function(run) {
    run$samples[case == fitted$case & algorithm == fitted$algorithm,
                .(time_ns)]
  }))
  slice <- fit_slice_ms(as.numeric(samples$time_ns) / 1e6,
                        as.numeric(fitted$published))
  score_timesharing(simulated,
                    of_ledger(lapply(runs, share_run, slice_ms = slice)),
                    slice)
}

table_timesharing <- function(rows) {
  table_model(
    some(rows, rows[, .(set, model, `slice [ms]` = slice_ms, times = number,
                        `10%` = percent_text(within_10),
                        `25%` = percent_text(within_25),
                        `50%` = percent_text(within_50), error = rms_ln)]),
    paste("An ablation, outside all shares: simulated times as if another",
          "program had shared the nodes, in slices fitted on one cell. Error:",
          "root mean square of ln r."), above = "set",
    kinds = c(`slice [ms]` = "value"))
}

# The lines of docs/machines.md.
lines_of_timesharing <- function(rows) {
  wide <- rows[, .(text = sprintf(
    "%.0f/%.0f/%.0f, %.2f", within_10 * number, within_25 * number,
    within_50 * number, rms_ln)), by = .(set, number, model)]
  wide <- dcast(wide, set + number ~ model, value.var = "text")
  c(sprintf(paste("| set | cells | as simulated: within 10/25/50%%, rms of",
                  "ln | slices of %d ms |"), max(rows$slice_ms, na.rm = TRUE)),
    "|---|---|---|---|",
    wide[, sprintf("| %s | %d | %s | %s |", set, number, `as simulated`,
                   timesharing)])
}
