# paper/print_matrices.R ROOT RESULTS -- prints as csv the printed cells of
# wang1993's Tables 4 and 5 over all matrices in RESULTS/EXPERIMENT/MACHINE, and
# the distance of the mean over the first eight, which `reproduce` takes.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
root <- arguments$root
published <- read_published(file.path(root, "analysis", "published"))
experiments <- read_experiments(root, arguments$results)
experiments <- experiments[paper == "wang1993" & table %in% 4:5 &
                             dir.exists(folder)]
runs <- sapply(unique(experiments$folder), read_results, simplify = FALSE)
first_eight <- lapply(runs, function(one) {
  few <- sort(unique(as.numeric(one$samples$seed)))[1:8]
  one$samples <- one$samples[as.numeric(seed) %in% few]
  one
})
cells <- ledger_simulated(experiments, published, runs)$ledger
few <- ledger_simulated(experiments, published, first_eight)$ledger
cells[few, on = ledger_keys, of_eight := i.reproduced]
print_csv(cells[, c(ledger_keys, "unit", "published", "reproduced", "low",
                    "high", "ratio", "role", "of_eight"), with = FALSE])
