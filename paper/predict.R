# paper/predict.R ROOT RESULTS -- the predictions that follow from the sweeps of
# predicted.tsv in RESULTS, and from the machines' files; predict.sh runs it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS")
results <- arguments$results
models <- unique(fread(file.path(results, "models.csv")))
runs <- fread(file.path(arguments$root, "paper", "predicted.tsv"), sep = "\t")
swept <- rbindlist(lapply(seq_len(nrow(runs)), function(i) {
  folder <- file.path(results, runs$sweep[i], runs$machine[i])
  predictions_of_sweep(runs$sweep[i], runs$machine[i],
                       read_results(folder)$samples)
}))
# Every CM-5 has the control network and active messages of its files.
machines <- unique(runs[grepl("^cm5_", machine), machine])
computed <- rbindlist(lapply(machines, function(machine) {
  predictions_of_model(machine, file.path(results, "predict_swaps", machine))
}))
rows <- rbind(swept, computed)[models, on = .(machine), models := i.models]
setcolorder(rows, prediction_columns)
rows <- order_predictions(rows)
write_whole(file.path(results, "predictions.csv"), function(file) {
  fwrite(rows, file)
})
print_csv(rows[, .(rows = .N), by = .(machine, quantity, kind)])
