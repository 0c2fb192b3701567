# paper/print_claims.R ROOT RESULTS -- prints as csv the verdicts on the claims
# of the four papers on other machines. The sweeps are folders SWEEP/MACHINE of
# RESULTS.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
root <- arguments$root
folders <- list.files(Sys.glob(file.path(arguments$results, "*")),
                      full.names = TRUE)
samples <- lapply(split(folders, basename(folders)), function(of_machine) {
  lapply(setNames(of_machine, basename(dirname(of_machine))),
         function(folder) read_results(folder)$samples)
})
claims <- read_claims(file.path(root, "analysis", "published", "claims.yaml"))
# `why` explains verdicts on the papers' machines only.
print_csv(judge_claims(claims, samples)[machine != "none", !c("why", "where")])
