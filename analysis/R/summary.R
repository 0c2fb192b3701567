# analysis/R/summary.R -- what the ledger says, in a few lines.

# Counts and the median distance of each table of times, a row a machine. Cells
# that constants were fitted on, or taken from, do not count.
summarise_ledger <- function(ledger) {
  ledger[role %in% c("prediction", "surrogate"), {
    far <- distance(as.numeric(reproduced), published)
    .(cells = .N, not_run = sum(is.na(far)),
      within_10 = sum(far <= 1.10, na.rm = TRUE),
      within_25 = sum(far <= 1.25, na.rm = TRUE),
      within_50 = sum(far <= 1.50, na.rm = TRUE),
      median_factor = median(pmax(ratio, 1 / ratio), na.rm = TRUE))
  }, by = .(paper, table, machine)]
}
