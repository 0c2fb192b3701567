# paper/print_ablations.R ROOT RESULTS -- prints as csv the scores of the model
# with one part left out: means over the tables of a paper, each table weighing
# the same. sweep_again.sh made RESULTS/PART/EXPERIMENT/MACHINE.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
root <- arguments$root
published <- read_published(file.path(root, "analysis", "published"))
parts <- unique(fread(file.path(root, "paper", "again.tsv"))[
  option == "ablations", part])

score_part <- function(part) {
  experiments <- read_experiments(root, file.path(arguments$results, part))
  experiments <- experiments[has_numbers(experiments, published) &
                               dir.exists(folder)]
  if (nrow(experiments) == 0)
    return(NULL)
  runs <- sapply(unique(experiments$folder), read_results, simplify = FALSE)
  found <- ledger_simulated(experiments, published, runs)
  scores <- score_tables(found$ledger, found$nulls)
  scores[, .(without = part, tables = .N, cells = sum(cells),
             median_error = mean(median_error), skill = mean(skill),
             tau_b = mean(tau_b), right_winners = mean(right_winners)),
         by = paper]
}

print_csv(rbindlist(lapply(parts, score_part)))
