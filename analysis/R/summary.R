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

# The fastest algorithm of each case, published and reproduced.
winners <- function(ledger) {
  ledger[table == "11" & !is.na(reproduced),
         .(published = algorithm[which.min(as.numeric(published))],
           reproduced = algorithm[which.min(as.numeric(reproduced))]),
         by = .(machine, case)]
}

# The paper's claims about Table 11, each with what the machine gives.
claims_table11 <- function(ledger) {
  if (ledger[table == "11" & !is.na(reproduced), .N] == 0)
    return(NULL)
  best <- split_case(winners(ledger))
  times <- dcast(ledger[table == "11" & !is.na(reproduced),
                        .(machine, case, algorithm,
                          time = as.numeric(reproduced))],
                 machine + case ~ algorithm, value.var = "time")
  rbindlist(lapply(split(best, by = "machine"), function(one) {
    mine <- times[machine == one$machine[1]]
    data.table(
      paper = "ponnusamy1992", section = "4.5", machine = one$machine[1],
      claim = c("greedy is fastest at 10% and 25%",
                "greedy is not fastest at 75%",
                "linear is slowest in every case"),
      holds = c(all(one[density < 0.5, reproduced] == "gs"),
                all(one[density > 0.5, reproduced] != "gs"),
                all(mine[, ls > pmax(ps, bs, gs)])))
  }))
}
