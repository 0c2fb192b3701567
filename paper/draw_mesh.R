#!/usr/bin/env Rscript
# paper/draw_mesh.R SOURCES CORNERS KIND TITLE SUBTITLE FIGURE -- draws a mesh
# round a wing by the functions of SOURCES (analysis/R). CORNERS is a csv
# surface,point,x,y,z,value, three lines a triangle; KIND says what the values
# are. `quadrille picture` runs it.
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
})
arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 6)
  stop("usage: draw_mesh.R SOURCES CORNERS KIND TITLE SUBTITLE FIGURE")
for (file in sort(list.files(arguments[1], full.names = TRUE)))
  source(file)
setDTthreads(1)

kinds <- list(parts = figure_parts)
draw <- kinds[[arguments[3]]]
if (is.null(draw))
  stop("kind '", arguments[3], "'; accepted: ",
       paste(names(kinds), collapse = ", "))
save_figure(draw(read_corners(arguments[2]), arguments[4], arguments[5]),
            arguments[6], mesh_height_in)
