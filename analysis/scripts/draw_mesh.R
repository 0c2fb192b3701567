#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/draw_mesh.R SOURCES CORNERS KIND TITLE SUBTITLE FIGURE --
# draws a mesh round a wing by the functions of SOURCES (analysis/R). CORNERS is
# a csv surface,point,x,y,z,value, three lines a triangle; KIND says what the
# values are: `parts`, the owners of points, or `pressure`, pressure
# coefficients. `quadrille picture` runs it.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "CORNERS", "KIND", "TITLE", "SUBTITLE",
                            "FIGURE")

kinds <- list(
  parts = list(draw = figure_parts, height_in = mesh_height_in),
  pressure = list(draw = figure_pressure, height_in = pressure_height_in))
kind <- kinds[[arguments$kind]]
if (is.null(kind))
  refuse("kind '", arguments$kind, "'; accepted: ",
         paste(names(kinds), collapse = ", "))
save_figure(kind$draw(read_corners(arguments$corners), arguments$title,
                      arguments$subtitle), arguments$figure, kind$height_in)
