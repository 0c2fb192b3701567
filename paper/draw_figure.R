#!/usr/bin/env -S Rscript --vanilla
# paper/draw_figure.R ROOT RESULTS FOLDER NAME... -- draws figures of
# figures.yaml from RESULTS, by the sources of ROOT, as files FOLDER/NAME.svg
# and .pdf.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) < 4)
  refuse("usage: draw_figure.R ROOT RESULTS FOLDER NAME...")
root <- arguments[1]

figures <- read_figures(file.path(root, "paper", "figures.yaml"))
asked <- arguments[-(1:3)]
if (!all(asked %in% names(figures)))
  refuse("no figure ", setdiff(asked, names(figures))[1], "; accepted: ",
         paste(names(figures), collapse = " "))
published <- read_published(file.path(root, "analysis", "published"))
for (name in asked) {
  drawn <- draw_figure(figures[[name]], arguments[2], published)
  if (is.null(drawn))
    refuse(name, ": not all of its sweeps ran")
  for (ending in c(".svg", ".pdf"))
    save_figure(drawn$plot, file.path(arguments[3], paste0(name, ending)),
                drawn$height_in)
}
