#!/usr/bin/env -S Rscript --vanilla
# paper/verify.R ROOT FROZEN RESULTS -- compares new results with the frozen
# ones; status 1 if a result that must be the same differs. `quadrille verify`
# runs it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "FROZEN", "RESULTS")

frozen <- open_results(arguments$frozen)
rows <- rbind(verify_files(frozen, arguments$results),
              verify_sweeps(frozen, arguments$results))
print_verified(rows)
quit(status = if (all(rows$verdict == "the same")) 0 else 1)
