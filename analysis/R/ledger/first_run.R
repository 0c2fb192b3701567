# analysis/R/ledger/first_run.R -- the first results of the simulated machines,
# frozen in paper/data/first_run, compared with the present ones.

# The ledgers of the first run, in `folder`, with the commit of each.
read_first_run <- function(folder) {
  files <- file.path(folder, c("ledger.csv", "table5.csv"))
  rows <- rbindlist(lapply(files, read_named, colClasses = list(
    character = c("table", "case", "published", "note"))))
  commits <- fread(file.path(folder, "commits.csv"),
                   colClasses = "character")
  rows[commits, on = .(paper, table, machine), commit := i.commit][]
}

# The first value of each cell, and the present one that counts. `commits`: the
# commit that made the present results of each machine.
compare_first_run <- function(first, ledger, commits) {
  key <- c(ledger_keys, "machine")
  now <- ledger[role != uncounted,
                c(key, "role", "reproduced", "ratio", "verdict"), with = FALSE]
  rows <- now[first[, c(key, "published", "reproduced", "ratio", "verdict",
                        "commit"), with = FALSE], on = key]
  setnames(rows, c("i.reproduced", "i.ratio", "i.verdict", "commit"),
           c("first", "first_ratio", "first_verdict", "first_commit"))
  rows[, commit := unname(commits[machine])]
  setcolorder(rows, c(key, "role", "published", "first", "first_ratio",
                      "first_verdict", "first_commit"))
  rows[]
}

# A row per table and machine: cells within 25% and the median factor, first and
# now, of the cells that count now.
summarise_first_run <- function(rows) {
  factor_of <- function(ratio) median(pmax(ratio, 1 / ratio), na.rm = TRUE)
  rows[role %in% predicted_roles,
       .(cells = .N, first_within_25 = sum(first_verdict %in% near_verdicts),
         first_factor = factor_of(first_ratio),
         within_25 = sum(verdict %in% near_verdicts),
         factor = factor_of(as.numeric(ratio))),
       by = .(paper, table, machine)]
}
