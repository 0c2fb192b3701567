# analysis/tests/fuzz.R ROOT COUNT SEED -- damages every kind of file that a
# sweep leaves, COUNT times by every kind of damage, drawn by SEED. Each must be
# refused in one line that names the file, or be read to the end; rows must then
# be among those of the undamaged file. Prints a row a file; status 1 if
# anything else happened.
arguments <- commandArgs(TRUE)
root <- normalizePath(arguments[1])
source(file.path(root, "analysis", "R", "load.R"), chdir = TRUE)
source(file.path(root, "analysis", "tests", "damage.R"))
set.seed(as.integer(arguments[3]))
options(warn = 2) # a warning is an error
limit_s <- 30

sweep <- "wang_table2/cm5_1993"
folder <- file.path(copy_sweep(root, sweep), sweep)
# Of the same name, which messages have.
packed <- file.path(copy_sweep(root, sweep), sweep)
local({
  launches <- list.files(packed, "^launch")
  owd <- setwd(packed)
  on.exit(setwd(owd))
  stopifnot(utils::tar("results.tar.xz", launches, "xz", tar = "tar") == 0,
            file.remove(launches))
})
samples <- read_results(folder)$samples

is_subset <- function(rows, of) {
  shared <- intersect(names(rows), names(of))
  nrow(fsetdiff(rows[, ..shared], of[, ..shared], all = TRUE)) == 0
}

shape_cells <- shape_record(list(cells = shape_list(function(value) {
  if (!is.list(value)) ": accepted: keys with values"
})), others = TRUE)

# Reads all results of a folder; whether its rows are the undamaged ones.
use_results <- function(folder) {
  read <- read_results(folder)
  if (is.null(read))
    return(TRUE)
  summarise_sweep(read)
  recommend(read)
  provenance_rows(list(a = read))
  is_subset(read$samples, samples)
}

# A kind of file: its path; whether it has nested lists; the kinds of damage, if
# not all; and `use`, which reads it to the end and returns whether the rows are
# there.
targets <- list(
  json = list(
    file = file.path(folder, "launch-00000.json"),
    is_json = TRUE,
    use = function() use_results(folder)),
  packed = list(
    file = file.path(packed, "results.tar.xz"),
    kinds = c("truncated", "flipped"), # it is no text
    use = function() use_results(packed)),
  processes = list(
    file = file.path(tempdir(), "launch-00001.json"),
    is_json = TRUE,
    use = function() {
      file <- targets$processes$file
      damaged <- reading(file, check_shape(
        jsonlite::parse_json(read_text(file)), shape_cells, file))
      read_processes(texts_without_controls(damaged)$cells, file)
      TRUE
    }),
  samples = list(
    file = file.path(folder, "launch-00000.csv"),
    use = function() {
      file <- file.path(folder, "launch-00000.csv")
      replace_csv(folder, readBin(file, "raw", file.size(file)))
      read <- read_results(folder)
      if (is.null(read))
        return(TRUE)
      summarise_sweep(read)
      recommend(read)
      times <- read$samples$time_ns
      all(is.finite(times) & times > 0 & times == round(times))
    }))
writeLines('{"cells": [{"cell": 3, "verdict": "VALID", "hyperfine":
  {"results": [{"command": "true", "median": 0.25, "user": 0.1,
  "system": 0.2, "times": [0.2, 0.25, 0.3]}]}},
  {"cell": 4, "verdict": "INVALID", "reason": "failed"}]}',
           targets$processes$file)

# What happened, in a word; anything but `read` and `refused` is a failure.
outcome_of <- function(target) {
  setTimeLimit(elapsed = limit_s, transient = TRUE)
  on.exit(setTimeLimit())
  name <- basename(target$file)
  is_left_out <- FALSE
  missing <- function(said) {
    is_left_out <<- TRUE
    words <- conditionMessage(said)
    if (!grepl("^[^\n]*launch-[0-9]+[.][a-z]+: [^\n]+\n$", words))
      stop("said: ", words)
    invokeRestart("muffleMessage")
  }
  tryCatch(withCallingHandlers(
    if (!isTRUE(target$use())) "read other rows"
    else if (is_left_out) "left out"
    else "read",
    message = missing),
           refused = function(e) {
    said <- conditionMessage(e)
    if (grepl("time limit", said)) "hung"
    else if (!grepl(name, said, fixed = TRUE) &&
               !grepl(basename(folder), said, fixed = TRUE))
      paste("no file named:", said)
    else "refused"
  }, error = function(e) paste("R:", conditionMessage(e)))
}

# The files of a target's folder, as they were.
keep <- function(target) {
  files <- unique(c(target$file, sub("csv$", "json", target$file)))
  lapply(setNames(nm = files[file.exists(files)]),
         function(file) readBin(file, "raw", file.size(file)))
}

damage <- function(target, kind, original) {
  if (!is.null(damages[[kind]]))
    return(damages[[kind]](original))
  value <- jsonlite::parse_json(rawToChar(original))
  charToRaw(as_json(rearrangements[[kind]](value)))
}

# A launch is left out: a line says that it does not count.
fine <- c("read", "refused", "left out")
failures <- 0
for (name in names(targets)) {
  target <- targets[[name]]
  before <- keep(target)
  stopifnot(outcome_of(target) == "read")
  kinds <- if (!is.null(target$kinds)) target$kinds
           else c(names(damages),
                  if (isTRUE(target$is_json)) names(rearrangements))
  begin <- proc.time()[["elapsed"]]
  found <- rbindlist(lapply(kinds, function(kind) {
    rbindlist(lapply(seq_len(as.integer(arguments[2])), function(i) {
      bytes <- damage(target, kind, before[[target$file]])
      writeBin(bytes, target$file)
      outcome <- outcome_of(target)
      if (!outcome %in% fine)
        cat("FAILED:", name, kind, i, outcome, "\n", file = stderr())
      Map(function(old, file) writeBin(old, file), before, names(before))
      data.table(kind = kind, outcome = outcome)
    }))
  }))
  counts <- table(found$outcome)
  cat(sprintf("%-14s %4d damaged: %s; %.0f s\n", name, nrow(found),
              paste(counts, names(counts), collapse = ", "),
              proc.time()[["elapsed"]] - begin))
  failures <- failures + sum(!found$outcome %in% fine)
  # A fuzz that is always read damages nothing.
  if (all(found$outcome == "read"))
    failures <- failures + 1
}
quit(status = if (failures == 0) 0 else 1)
