# analysis/R/coverage.R -- every table and figure of the four papers: what is
# reproduced, how well, by which command, and why the rest is not.

coverage_columns <- c("paper", "item", "what", "status", "file", "command",
                      "why")
coverage_status <- c("reproduced", "in part", "not attempted")

read_coverage <- function(file) {
  rows <- reading(file, fread(file, colClasses = "character"))
  if (!identical(names(rows), coverage_columns))
    refuse(file, ": columns are ", paste(names(rows), collapse = ","),
           "; accepted: ", paste(coverage_columns, collapse = ","))
  wrong <- rows[!status %in% coverage_status |
                  (status != "reproduced" & why == "") |
                  (status != "not attempted" & command == "")]
  if (nrow(wrong) > 0)
    refuse(file, ": ", wrong$paper[1], ", ", wrong$item[1], ": accepted: ",
           paste(coverage_status, collapse = ", "), "; with why and command")
  rows
}

# Adds `merit` to items with printed numbers: how many are exact, or how far off
# they are, on the first machine.
judge_coverage <- function(coverage, ledger) {
  numbers <- ledger[role %in% c("exact", "prediction", "surrogate"),
                    .(merit = words_of_merit(.SD)),
                    by = .(paper, table, machine)]
  numbers <- unique(numbers, by = c("paper", "table"))
  numbers[, item := fifelse(grepl("^[0-9]+$", table), paste("Table", table),
                            gsub("_", " ", table))]
  numbers[table == "test_set3", item := "test set 3"]
  coverage[, merit := numbers[coverage, on = .(paper, item), merit]]
  coverage[is.na(merit), merit := ""][]
}

words_of_merit <- function(cells) {
  if (all(cells$role == "exact"))
    return(sprintf("%d of %d exact", sum(cells$verdict == "exact"),
                   nrow(cells)))
  sprintf("%.0f%% of %d within 25%%",
          100 * mean(cells$verdict %in% c("exact", "within 5%", "within 10%",
                                          "within 25%")), nrow(cells))
}

# One line: the number of items by status.
describe_coverage <- function(coverage) {
  counts <- coverage[, .N, by = .(status = factor(status, coverage_status))]
  setorder(counts, status)
  sprintf("%d tables and figures: %s", nrow(coverage),
          paste(counts$N, counts$status, collapse = ", "))
}
