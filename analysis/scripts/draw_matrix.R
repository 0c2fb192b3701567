#!/usr/bin/env Rscript
# analysis/scripts/draw_matrix.R SOURCES MESSAGES PROCS TITLE FIGURE -- draws a
# communication matrix by the functions of SOURCES (analysis/R). MESSAGES is a
# csv src,dst,bytes. `quadrille pattern --figure` runs it.
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
})
arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 5)
  stop("usage: draw_matrix.R SOURCES MESSAGES PROCS TITLE FIGURE")
for (file in sort(list.files(arguments[1], full.names = TRUE)))
  source(file)
setDTthreads(1)

messages <- fread(file = arguments[2], colClasses = "numeric")
save_figure(figure_matrix(messages, as.integer(arguments[3]), arguments[4]),
            arguments[5], matrix_height_in)
