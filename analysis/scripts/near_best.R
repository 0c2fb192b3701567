# analysis/scripts/near_best.R SOURCES RESULTS OPERATION FROZEN -- prints the
# selectors of an operation that `./quadrille bench peers --libraries` runs on a
# larger network, from the results on a smaller one; if that was not run, from
# the frozen ones, peers_libraries.csv.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "RESULTS", "OPERATION", "FROZEN")
folders <- list.dirs(arguments$results, recursive = FALSE)
peers <- rbindlist(lapply(
  folders[sub("_[0-9.]+$", "", basename(folders)) == arguments$operation],
  read_library_sweep))
if (nrow(peers) == 0 && file.exists(arguments$frozen))
  peers <- fread(arguments$frozen)[
    network == basename(arguments$results) & operation == arguments$operation]
if (nrow(peers) == 0)
  refuse(arguments$results, ": no results of ", arguments$operation,
         "; accepted: what `./quadrille bench peers --libraries --only ",
         basename(arguments$results), "` made")
cat(paste(near_best(peers), collapse = ","), "\n", sep = "")
