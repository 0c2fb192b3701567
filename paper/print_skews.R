# paper/print_skews.R ROOT RESULTS -- how the times of each algorithm change
# with the start skew; skews.sh runs it. Writes RESULTS/skews.csv, prints it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
runs <- fread(file.path(arguments$root, "paper", "skews.tsv"), sep = "\t")
samples <- rbindlist(lapply(c(0, 64, 1000, 10000), function(skew) {
  rbindlist(lapply(seq_len(nrow(runs)), function(i) {
    folder <- file.path(arguments$results, skew, runs$sweep[i], runs$machine[i])
    cbind(machine = runs$machine[i], skew_ns = skew,
          read_results(folder)$samples[, .(algorithm, parameters, time_ns)])
  }))
}))
rows <- skew_effects(samples)
write_whole(file.path(arguments$results, "skews.csv"), function(file) {
  fwrite(rows, file)
})
print_csv(rows)
