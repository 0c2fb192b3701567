# analysis/scripts/print_peers.R SOURCES RESULTS FORMAT NETWORK -- prints what
# `./quadrille bench peers` measured: a summary, or (csv) every cell with its
# lower bound. NETWORK may be empty: all of them.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "FORMAT", "NETWORK")
options(width = 200)
cells <- read_peers(arguments$results, arguments$network)
if (arguments$format == "csv") {
  fwrite(cells[, .(network, operation, procs, density, bytes, algorithm, mode,
                   choice, time_us, bound_us)])
} else {
  print_peers(cells)
}
