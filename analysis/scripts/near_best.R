# analysis/scripts/near_best.R SOURCES RESULTS OPERATION -- prints the selectors
# of an operation that `./quadrille bench peers --libraries` runs on a larger
# network, from the results on a smaller one.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "OPERATION")
folders <- list.dirs(arguments$results, recursive = FALSE)
peers <- rbindlist(lapply(
  folders[sub("_[0-9.]+$", "", basename(folders)) == arguments$operation],
  read_library_sweep))
if (nrow(peers) == 0)
  refuse(arguments$results, ": no results of ", arguments$operation,
         "; accepted: what `./quadrille bench peers --libraries --only ",
         basename(arguments$results), "` made")
cat(paste(near_best(peers), collapse = ","), "\n", sep = "")
