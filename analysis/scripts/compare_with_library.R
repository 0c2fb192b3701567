# analysis/scripts/compare_with_library.R SOURCES FOLDER TABLE RANGES --
# compares `auto` with the MPI library's calls in the sweeps below FOLDER:
# prints the table and writes it to the csv TABLE, and to RANGES the lines of a
# network file with the lengths at which the library's are faster.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "FOLDER", "TABLE", "RANGES")
compared <- compare_auto(read_pairs(arguments$folder))
writeLines(describe_comparison(compared))
fwrite(compared, arguments$table)
writeLines(describe_library_ranges(compared), arguments$ranges)
