# analysis/scripts/print_peers.R SOURCES RESULTS FORMAT NETWORK LIBRARIES --
# prints what `./quadrille bench peers` measured, compared with the peers of the
# file LIBRARIES: a summary, or (csv) every cell. NETWORK may be empty: all.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "FORMAT", "NETWORK",
                            "LIBRARIES")
options(width = 200)
ours <- read_ours(arguments$results, arguments$network)
peers <- read_named(arguments$libraries)[network %in% ours$network]
compared <- compare_peers(ours, peers)
if (arguments$format == "csv") {
  fwrite(compared, quote = FALSE)
} else {
  print_peers(compared, peers)
}
