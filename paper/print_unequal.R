# paper/print_unequal.R ROOT RESULTS -- prints as csv the times of schedulers on
# messages of unequal length, and bounds, means over the patterns of a workload.
# unequal.sh made the folders PART/MACHINE/WORKLOAD/SET of RESULTS, and next to
# the sets the patterns.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
print_csv(read_unequal(arguments$root, arguments$results))
