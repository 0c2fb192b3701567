# analysis/scripts/print_here.R SOURCES RESULTS FORMAT -- prints what
# `./quadrille bench here` measured: a summary, or (csv) every algorithm of the
# MPI library, too.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "FORMAT")
options(width = 250)
compared <- compare_here(read_here(arguments$results))
if (arguments$format == "csv") {
  fwrite(compared)
} else {
  print_here(summarise_here(compared))
}
