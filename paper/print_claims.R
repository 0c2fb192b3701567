# paper/print_claims.R ROOT RESULTS -- as csv, what the claims of the four
# papers come to on other machines: of every sweep in RESULTS/SWEEP/MACHINE.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
root <- arguments$root
folders <- list.files(Sys.glob(file.path(arguments$results, "*")),
                      full.names = TRUE)
told <- lapply(split(folders, basename(folders)), function(of_machine) {
  lapply(setNames(of_machine, basename(dirname(of_machine))),
         function(folder) read_results(folder)$samples)
})
claims <- read_claims(file.path(root, "analysis", "published", "claims.yaml"))
# Why a claim does not hold is told of the papers' machines.
print_csv(judge_claims(claims, told)[machine != "none", !"why"])
