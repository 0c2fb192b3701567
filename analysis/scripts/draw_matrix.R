#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/draw_matrix.R SOURCES MESSAGES PROCS TITLE FIGURE -- draws a
# communication matrix by the functions of SOURCES (analysis/R). MESSAGES is a
# csv src,dst,bytes. `quadrille pattern --figure` runs it.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "MESSAGES", "PROCS", "TITLE", "FIGURE")

messages <- fread(file = arguments$messages, colClasses = "numeric")
save_figure(figure_matrix(messages, as.integer(arguments$procs),
                          arguments$title), arguments$figure, matrix_height_in)
