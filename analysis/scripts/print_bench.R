# analysis/scripts/print_bench.R SOURCES BENCHMARK RESULTS FORMAT NETWORK
# LIBRARIES -- prints what `./quadrille bench choice`, `here`, `peers`, `peers
# --libraries` or `shaped` measured: a summary, or (csv) every cell. NETWORK may
# be empty: all of them. LIBRARIES is the file with the peers of `peers`.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "BENCHMARK", "RESULTS", "FORMAT",
                            "NETWORK", "LIBRARIES")

# The cells of each, and what prints their summary.
benchmarks <- list(
  choice = function(results, only) {
    regrets <- choice_regrets(read_peers(results, only))
    if (nrow(regrets) == 0)
      refuse(results, ": no cell of auto and of another algorithm; accepted: ",
             "what `./quadrille bench choice` made")
    list(cells = regrets, print = print_choice)
  },
  here = function(results, only) {
    list(cells = rbind(compare_programs(results),
                       compare_here(read_here(results)), use.names = TRUE),
         print = function(cells) {
           writeLines(c(describe_programs(cells), ""))
           print_here(summarise_here(cells[way == "sweep"]))
         })
  },
  peers = function(results, only) {
    ours <- read_ours(results, only)
    peers <- read_named(arguments$libraries)[network %in% ours$network]
    list(cells = compare_peers(ours, peers),
         print = function(cells) print_peers(cells, peers))
  },
  shaped = function(results, only) {
    launches <- read_shaped(results)
    cells <- compare_shaped(launches)
    list(cells = merge(keep_launches(launches),
                       cells[, !c("bound_us", "drops", "launches", "time_us")][
                         , run := "whole"], by = shaped_keys, all.x = TRUE),
         print = function(rows) {
           contrasts <- contrast_shaped(launches, cells)
           print_table(answers_shaped(contrasts)[, !"words"], stdout())
           print_shaped(cells, contrasts)
           print_regret(regret_shaped(launches))
         })
  },
  peers_libraries = function(results, only) {
    list(cells = read_libraries(results, only), print = print_libraries)
  })
is_of_peers <- startsWith(arguments$benchmark, "peers")
options(width = if (arguments$benchmark == "here") 250 else 200)
made <- benchmarks[[arguments$benchmark]](arguments$results, arguments$network)
if (arguments$format == "csv") {
  fwrite(made$cells, quote = if (is_of_peers) FALSE else "auto")
} else {
  made$print(made$cells)
}
