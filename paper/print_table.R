#!/usr/bin/env -S Rscript --vanilla
# paper/print_table.R ROOT RESULTS PAPER:TABLE -- one table on the terminal: its
# cells, printed and ours, and its claims. `quadrille reproduce --only`
# runs it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS", "TABLE")
root <- arguments$root
name <- strsplit(arguments$table, ":")[[1]]

of_table <- function(rows) rows[paper == name[1] & table == name[2]]
every <- read_published(file.path(root, "analysis", "published"))
published <- of_table(every)
experiments <- of_table(read_experiments(root, arguments$results))
runs <- sapply(unique(experiments$folder), read_results, simplify = FALSE)
listed <- read_pattern_list(root)
patterns <- ledger_patterns(every, listed,
                            read_patterns(listed, arguments$results))
timed <- experiments[has_numbers(experiments, published)]
ledger <- rbind(ledger_simulated(timed, published, runs)$ledger,
                of_table(patterns))

samples <- samples_by_machine(experiments[kind == "simulated"], runs)
samples$printed <- printed_samples(experiments, published)
claims <- read_claims(file.path(root, "analysis", "published", "claims.yaml"))
about <- vapply(claims, function(claim) {
  !is.null(claim$over) && all(claim$over %in% experiments$experiment)
}, NA)
claims <- if (any(about)) judge_claims(claims[about], samples)
here <- runs[experiments[kind == "measured", folder]]

cat(arguments$table, "\n", sep = "")
print_one_table(ledger, claims,
                if (length(here) == 1 && !is.null(here[[1]]))
                  measured_table11(published, here[[1]], "local"))
