#!/usr/bin/env Rscript
# analysis/scripts/draw_mesh.R SOURCES CORNERS KIND TITLE SUBTITLE FIGURE -- draws a mesh
# round a wing by the functions of SOURCES (analysis/R). CORNERS is a csv
# surface,point,x,y,z,value, three lines a triangle; KIND says what the values
# are: `parts`, the owners of points, or `pressure`, pressure coefficients.
# `quadrille picture` runs it.
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

kinds <- list(
  parts = list(draw = figure_parts, height_in = mesh_height_in),
  pressure = list(draw = figure_pressure, height_in = pressure_height_in))
kind <- kinds[[arguments[3]]]
if (is.null(kind))
  stop("kind '", arguments[3], "'; accepted: ",
       paste(names(kinds), collapse = ", "))
save_figure(kind$draw(read_corners(arguments[2]), arguments[4], arguments[5]),
            arguments[6], kind$height_in)
