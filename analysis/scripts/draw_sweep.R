#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/draw_sweep.R SOURCES FOLDER OUTPUT -- draws the results of
# any sweep, in FOLDER, by the functions of SOURCES (analysis/R), into OUTPUT:
# report.html, summary.csv, and figures with the csv of each.
# `sweep submit --figures` runs it in the collecting job, and `quadrille figures
# --results FOLDER` does, too.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
or_refuse("figures", {
  arguments <- take_arguments("SOURCES", "FOLDER", "OUTPUT")
  folder <- arguments$folder
  results <- read_results(folder)
  if (is.null(results) || nrow(results$samples) == 0)
    refuse(folder, ": no complete launch with a VALID cell")
  announce("drawing report.html and its figures")
  drawn <- draw_sweep(folder, results, arguments$output,
                      file.path(arguments$sources, "..", "report"))
  writeLines(c(as.character(drawn$notes), describe_conditions(results)))
  cat(sprintf("%d cases, %d invalid cells; %s\n", drawn$num_cases,
              results$verdicts[verdict != "VALID", .N],
              file.path(arguments$output, "report.html")))
})
