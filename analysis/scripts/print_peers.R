# analysis/scripts/print_peers.R R RESULTS FORMAT NETWORK -- prints what `./quadrille bench
# peers` measured: a summary, or (csv) every cell with its lower bound. NETWORK
# may be empty: all of them.
suppressPackageStartupMessages(library(data.table))
arguments <- commandArgs(trailingOnly = TRUE)
sources <- "^(pairs|rank_times|read|peers)[.]R$"
for (file in list.files(arguments[1], pattern = sources, full.names = TRUE))
  source(file)
options(width = 200)
cells <- read_peers(arguments[2], arguments[4])
if (arguments[3] == "csv") {
  fwrite(cells[, .(network, operation, procs, density, bytes, algorithm, mode,
                   choice, time_us, bound_us)])
} else {
  print_peers(cells)
}
