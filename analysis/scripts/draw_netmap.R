#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/draw_netmap.R SOURCES PAIRS FIGURE -- draws the rates between
# nodes by the functions of SOURCES (analysis/R). PAIRS is the pairs.csv of
# `quadrille netmap --output`, which runs it.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "PAIRS", "FIGURE")

pairs <- fread(file = arguments$pairs,
               colClasses = list(character = c("from", "to")))
save_figure(figure_netmap(pairs), arguments$figure, netmap_height_in)
