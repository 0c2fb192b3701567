# analysis/R/summary.R -- a summary of the ledger.

# The roles of predicted numbers, which measure how good the machines are.
predicted_roles <- c("prediction", "surrogate")

# Counts and the median factor of each table of times, a row per machine. Cells
# that constants were fitted on, or taken from, do not count.
summarise_ledger <- function(ledger) {
  ledger[role %in% predicted_roles, {
    far <- distance(as.numeric(reproduced), published)
    .(cells = .N, not_run = sum(is.na(far)),
      within_10 = sum(far <= 1.10, na.rm = TRUE),
      within_25 = sum(far <= 1.25, na.rm = TRUE),
      within_50 = sum(far <= 1.50, na.rm = TRUE),
      median_factor = median(pmax(ratio, 1 / ratio), na.rm = TRUE))
  }, by = .(paper, table, machine)]
}

# The shares over all cells, one that did not run counting as missed; and over
# those with the paper's own traffic.
total_cells <- function(ledger) {
  shares <- function(rows, what) {
    far <- distance(as.numeric(rows$reproduced), rows$published)
    share <- function(limit) mean(!is.na(far) & far <= limit)
    data.table(cells = what, number = nrow(rows), within_10 = share(1.10),
               within_25 = share(1.25), within_50 = share(1.50))
  }
  rbind(shares(ledger[role %in% predicted_roles], "all predicted"),
        shares(ledger[role == "prediction"], "without surrogates"))
}

# Each table weighs the same, and so does each winner.
total_scores <- function(scores) {
  of <- function(column) {
    if (column %in% names(scores)) mean(scores[[column]], na.rm = TRUE)
    else NA_real_
  }
  cases <- if ("cases" %in% names(scores)) scores[!is.na(cases)]
  data.table(tables = nrow(scores), median_error = of("median_error"),
             p90_error = of("p90_error"), skill = of("skill"),
             tau_b = of("tau_b"), cases = sum(cases$cases),
             right_winners = if (NROW(cases) == 0) NA_real_
                             else weighted.mean(cases$right_winners,
                                                cases$cases))
}

print_totals <- function(totals, means) {
  cat(sprintf(paste0("%s: %d cells: %.0f%% within 10%%, %.0f%% within 25%%, ",
                     "%.0f%% within 50%%\n"),
              totals$cells, totals$number, 100 * totals$within_10,
              100 * totals$within_25, 100 * totals$within_50), sep = "")
  cat(sprintf(paste0("means over %d tables: error %.2f in the median, %.2f at ",
                     "the 90th percentile; skill %.2f; tau-b %.2f\n"),
              means$tables, means$median_error, means$p90_error, means$skill,
              means$tau_b))
  cat(sprintf(paste("the published winner, or one within 10%% of it, wins",
                    "%.0f%% of %d rows\n"),
              100 * means$right_winners, means$cases))
}

# Rows as csv on standard output. fwrite() would take a % in them for a format.
print_csv <- function(rows) {
  file <- tempfile()
  on.exit(unlink(file))
  fwrite(rows, file)
  writeLines(readLines(file))
}
