#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/draw_sweep.R SOURCES FOLDER OUTPUT -- draws the results of
# any sweep, in FOLDER, by the functions of SOURCES (analysis/R), into OUTPUT:
# summary.csv, figure.svg and, of whole applications, phases.svg.
# `sweep submit --figures` runs it in the collecting job, and `quadrille figures
# --results FOLDER` does, too.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
or_refuse("figures", {
  arguments <- take_arguments("SOURCES", "FOLDER", "OUTPUT")
  folder <- arguments$folder
  output <- arguments$output
  results <- read_results(folder)
  if (is.null(results) || nrow(results$samples) == 0)
    refuse(folder, ": no complete launch with a VALID cell")
  machine <- read_machine(folder)
  experiment <- read_experiment(folder)
  results$network <- machine$network
  cases <- summarise_sweep(results)
  title <- paste0(experiment$name, ": ", machine$title)
  write_whole(file.path(output, "summary.csv"),
              function(file) fwrite(cases, file))
  if (!is.null(results$processes))
    write_whole(file.path(output, "processes.csv"),
                function(file) fwrite(results$processes, file))
  save_figure(figure_sweep(cases, results, title),
              file.path(output, "figure.svg"))
  crowd <- words_of_crowd(cases, results)
  if (!is.null(crowd))
    cat(crowd, "\n", sep = "")
  if ("exchange_share" %in% names(cases)) {
    drawn <- figure_phases(cases, results, title)
    save_figure(drawn, file.path(output, "phases.svg"),
                height_phases_in(drawn))
  }
  if (!isTRUE(results$simulated)) {
    asked <- experiment$precision
    cat(describe_precision(cases, if (is.null(asked)) 0.05 else asked), "\n",
        sep = "")
  }
  cat(sprintf("%d cases, %d invalid cells; %s\n", nrow(cases),
              results$verdicts[verdict != "VALID", .N],
              file.path(output, "figure.svg")))
})
