# analysis/scripts/print_choice.R SOURCES RESULTS FORMAT NETWORK -- prints the
# regrets of what `./quadrille bench choice` measured: a summary, or (csv) every
# cell. NETWORK may be empty: all of them.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "FORMAT", "NETWORK")
options(width = 200)
regrets <- choice_regrets(read_peers(arguments$results, arguments$network))
if (nrow(regrets) == 0)
  refuse(arguments$results, ": no cell of auto and of another algorithm; ",
         "accepted: what `./quadrille bench choice` made")
if (arguments$format == "csv") {
  fwrite(regrets)
} else {
  print_choice(regrets)
}
