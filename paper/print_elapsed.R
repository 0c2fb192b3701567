# paper/print_elapsed.R ROOT OUT -- prints the tables of elapsed times and of
# timesharing for docs/machines.md, from OUT/elapsed.csv and timesharing.csv.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "OUT")
made <- function(name) fread(file.path(arguments$out, name))
writeLines(c(lines_of_elapsed(made("elapsed.csv")),
             lines_of_timesharing(made("timesharing.csv"))))
