# paper/refit.R ROOT RESULTS -- fits every fitted scalar again on other
# permitted cells, and counts how the shares of predicted times change. Writes
# RESULTS/refitted.csv; refit.sh runs it. RESULTS/PART/SCALAR/CELL has a folder
# for each value that was tried, and one, whole, of the tables.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
root <- arguments$root
published <- read_published(file.path(root, "analysis", "published"))
experiments <- read_experiments(
  root, open_results(file.path(root, "paper/data/results.tar.xz")))
experiments <- experiments[kind == "simulated" & role %in% predicted_roles &
                             has_numbers(experiments, published)]
refits <- read_refits(root, published, experiments)
fitted <- read_fitted(root)
frozen <- sapply(unique(experiments$folder), read_results, simplify = FALSE)

run <- function(folder, experiment_, values) {
  one <- experiments[experiment == experiment_][1]
  status <- system2(file.path(root, "paper", "run_experiment.sh"),
                    shQuote(c(folder, "--restart", "--if-changed", values,
                              one$experiment, one$machine)))
  if (status != 0)
    refuse(folder, ": sweep ", experiment_, " failed")
  read_results(file.path(folder, one$experiment, one$machine))
}

set_scalar <- function(refit, value) {
  keys <- keys_of(refit$scalar)
  sprintf("%s.%s=%s", dirname(refit$part), keys,
          format(value / length(keys), digits = 12, scientific = FALSE))
}

# The logarithm of simulated over printed time of the cell. What the paper does
# not describe has one substitute, the sweep's only algorithm.
miss_cell <- function(refit, folder, value) {
  printed <- published[cell_of(published) == refit$cell]
  ran <- run(file.path(folder, value), refit$experiment,
             c(set_scalar(refit, value), strsplit(refit$values, " ")[[1]]))
  if (printed$algorithm %in% undescribed)
    ran$samples[, `:=`(algorithm = printed$algorithm, case = printed$case)]
  of_experiment <- experiments[experiment == refit$experiment, case]
  time <- ledger_times(printed, put_together(list(ran), of_experiment),
                       no_declarations, "")$reproduced
  if (is.na(time))
    refuse(file.path(root, "paper", "refits.tsv"), ":", refit$line,
           ": values '", refit$values, "' do not run ", refit$cell)
  log(time / as.numeric(printed$value))
}

commit_of <- function(results) c(results$provenance$commit, "unknown")[1]

ledger_of <- function(rows, runs) {
  predicted_times(mark_seen(ledger_simulated(rows, published, runs)$ledger,
                            read_looked_at(root, published)))
}
ledger <- ledger_of(experiments, frozen)

# The counts before and after, with the scalar's new value; the old one needs
# no run.
rerun_tables <- function(refit, folder, value, old) {
  if (value == old)
    return(count_moved(ledger, copy(ledger)[, ratio := 1], refit$cell)[
      , commit := commit_of(frozen[[1]])])
  rows <- experiments[paste0(paper, ":", table) %in%
                        strsplit(refit$tables, " ")[[1]]]
  again <- sapply(rows$folder, function(one) {
    run(file.path(folder, "whole"), basename(dirname(one)),
        c(set_scalar(refit, value), "seeds.count=1",
          strsplit(refit$again, " ")[[1]]))
  }, simplify = FALSE)
  same <- Map(same_samples, frozen[rows$folder], again)
  moved <- rescale_times(ledger, ledger_of(rows, same), ledger_of(rows, again))
  count_moved(ledger, moved, refit$cell)[
    , commit := commit_of(again[[1]])]
}

refit_one <- function(i) {
  refit <- refits[i][, line := i + 1]
  about <- fitted[refit, on = .(part, scalar),
                  .(part, scalar, unit, fitted_on, value)]
  about[, `:=`(refitted_on = refit$cell, reason = refit$reason)]
  if (refit$cell == "")
    return(about)
  folder <- file.path(arguments$results, refit$part,
                      gsub(" ", "", refit$scalar),
                      gsub("[^A-Za-z0-9_=]+", "-", refit$cell))
  new <- search_value(function(value) miss_cell(refit, folder, value),
                      number_of(refit$min), number_of(refit$max),
                      number_of(refit$step),
                      paste(refit$part, refit$scalar, refit$cell))
  cbind(about, refitted = new, rerun_tables(refit, folder, new, about$value))
}

rows <- rbindlist(lapply(seq_len(nrow(refits)), refit_one), fill = TRUE)
setcolorder(rows, refitted_columns)
write_whole(file.path(arguments$results, "refitted.csv"), function(file) {
  fwrite(rows, file)
})
