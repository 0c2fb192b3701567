# analysis/scripts/print_peers_libraries.R SOURCES RESULTS FORMAT NETWORK --
# prints what `./quadrille bench peers --libraries` measured: how many cells
# have a time, or (csv) every cell. NETWORK may be empty: all of them.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "FORMAT", "NETWORK")
options(width = 200)
peers <- read_libraries(arguments$results, arguments$network)
if (arguments$format == "csv") {
  fwrite(peers, quote = FALSE)
} else {
  print_libraries(peers)
}
