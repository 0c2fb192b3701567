# analysis/R/ledger/verify.R -- compares new results with the frozen ones.

# Columns that identify a sample, on every machine.
sample_keys <- c("case", "algorithm", "workload", "procs", "seed", "mode",
                 "parameters", "replicate", "repetition")

# Columns that must be equal: times to the nanosecond, and the traffic.
same_columns <- c("time_ns", "messages", "total_bytes", "rounds", "build_ns")

# Simulated samples must be equal, one by one.
verify_simulated <- function(frozen, again) {
  both <- merge(frozen[, c(sample_keys, same_columns), with = FALSE],
                again[, c(sample_keys, same_columns), with = FALSE],
                by = sample_keys, all = TRUE, suffixes = c("", ".again"))
  is_same <- Reduce(`&`, lapply(same_columns, function(column) {
    was <- both[[column]]
    is <- both[[paste0(column, ".again")]]
    (is.na(was) & is.na(is)) | (!is.na(was) & !is.na(is) & was == is)
  }))
  data.table(compared = nrow(both), same = sum(is_same),
             verdict = if (nrow(both) > 0 && all(is_same)) "the same"
                       else "differs")
}

# Every experiment that ran again; one that is not frozen is said so.
verify_sweeps <- function(frozen_folder, folder) {
  files <- list.files(folder, pattern = "^experiment[.]yaml$",
                      recursive = TRUE)
  rbindlist(lapply(sort(dirname(files)), function(name) {
    frozen <- read_results(file.path(frozen_folder, name))
    again <- read_results(file.path(folder, name))
    compared <- if (is.null(frozen) || is.null(again))
      data.table(compared = 0L, same = 0L,
                 verdict = if (is.null(frozen)) "not frozen" else "did not run")
    else verify_simulated(frozen$samples, again$samples)
    cbind(what = name, compared)
  }))
}

# Byte by byte, except for names of algorithms.
is_same_file <- function(frozen, again) {
  if (identical(unname(tools::md5sum(frozen)), unname(tools::md5sum(again))))
    return(TRUE)
  read <- function(file) read_named(file, colClasses = "character")
  file.exists(frozen) && identical(read(frozen), read(again))
}

# Schedules, patterns and predictions, file by file.
verify_files <- function(frozen_folder, folder) {
  rbindlist(lapply(c("schedules", "patterns", "predictions"), function(name) {
    files <- list.files(file.path(folder, name), pattern = "[.]csv$")
    same <- vapply(files, function(file) {
      is_same_file(file.path(frozen_folder, name, file),
                   file.path(folder, name, file))
    }, NA)
    data.table(what = name, compared = length(files),
               same = sum(same),
               verdict = if (length(files) > 0 && all(same))
                           "the same" else "differs")
  }))
}

print_verified <- function(rows) {
  cat(sprintf("%-48s %9s %9s  %s\n", "what", "compared", "the same", "verdict"))
  cat(sprintf("%-48s %9d %9d  %s\n", rows$what, rows$compared, rows$same,
              rows$verdict), sep = "")
  wrong <- rows[verdict != "the same"]
  cat(if (nrow(wrong) == 0)
        "verified: everything that is deterministic came back the same\n"
      else sprintf("not verified: %s\n", paste(wrong$what, collapse = ", ")))
}
