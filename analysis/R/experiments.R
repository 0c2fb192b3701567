# analysis/R/experiments.R -- the rows of paper/experiments.csv, and which of
# them ran.

# A row per experiment and machine, with the folder of its results.
read_experiments <- function(root, results_folder) {
  rows <- fread(file.path(root, "paper", "experiments.csv"),
                colClasses = "character")
  rows[, folder := file.path(results_folder, experiment, machine)][]
}

# Which rows have printed times.
has_numbers <- function(experiments, published) {
  tables <- unique(published[quantity %in% names(measured_columns),
                             .(paper, table)])
  seq_len(nrow(experiments)) %in%
    experiments[tables, on = .(paper, table), nomatch = NULL, which = TRUE]
}

# The ledger of the simulated tables, and the null model's for the same cells.
# `runs` is a list by folder of results. A table's cells may come from several
# experiments on one machine, in one role.
ledger_simulated <- function(experiments, published, runs) {
  timed <- lapply(split(experiments[kind == "simulated"],
                        by = c("paper", "table", "machine", "role")),
                  function(one) {
    rows <- published[unique(one[, .(paper, table)]), on = .(paper, table)]
    ran <- Filter(dir.exists, one$folder)
    together <- put_together(runs[one$folder], one$case)
    list(ledger = ledger_times(rows, together,
                               if (length(ran) > 0) read_declarations(ran[1])
                               else no_declarations, one$machine[1],
                               one$role[1]),
         null = ledger_null(rows, together))
  })
  # The null model is the same on all machines.
  list(ledger = rbindlist(lapply(timed, `[[`, "ledger")),
       nulls = unique(rbindlist(lapply(timed, `[[`, "null")),
                      by = ledger_columns[1:5]))
}

# The samples for the claims: a list by machine of lists by experiment.
samples_by_machine <- function(experiments, runs) {
  ran <- experiments[folder %in% names(Filter(length, runs))]
  lapply(split(ran, by = "machine"), function(one) {
    lapply(setNames(runs[one$folder], sub("_measured$", "", one$experiment)),
           `[[`, "samples")
  })
}
