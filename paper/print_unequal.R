# paper/print_unequal.R ROOT RESULTS -- prints as csv the times of schedulers on
# messages of unequal length, and lower bounds of their patterns, means over the
# patterns of a workload. unequal.sh made RESULTS/PART/MACHINE/WORKLOAD/SET and
# RESULTS/PART/MACHINE/WORKLOAD/patterns.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
print_csv(read_unequal(arguments$root, arguments$results))
