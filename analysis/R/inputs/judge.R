# analysis/R/inputs/judge.R -- the samples of a results folder that count, as
# `quadrille results samples` prints them: docs/result-format.md. It decides
# what counts; nothing here does.

# The program, next to those that made the results.
judge_program <- function() {
  built <- Sys.getenv("QUADRILLE_BUILT_DIR",
                      file.path(Sys.getenv("QUADRILLE_ROOT", "."), "built"))
  file.path(built, "quadrille")
}

# Runs the judge, without a shell; the file of its output, or NULL: no sweep has
# run in the folder. What it says of files that do not count is a message.
run_judge <- function(folder) {
  if (!file.exists(file.path(folder, "experiment.yaml")))
    return(NULL)
  out <- tempfile("samples")
  ended <- reading(folder, processx::run(
    judge_program(), c("results", "samples", folder), error_on_status = FALSE,
    stdout = out, stderr = "|"))
  said <- strsplit(ended$stderr, "\n", fixed = TRUE)[[1]]
  if (ended$status != 0)
    refuse(sub("^quadrille results: ", "", tail(c(folder, said), 1)))
  for (line in said)
    message(line)
  out
}

shape_parameters <- shape_list(shape_record(list(
  name = shape_name, unit = shape_maybe(shape_text), summary = shape_text)),
  min = 0)

# hyperfine's own file, in s.
shape_processes <- shape_record(list(results = shape_list(shape_record(
  list(command = shape_text, median = shape_number, user = shape_number,
       system = shape_number, times = shape_list(shape_number)),
  others = TRUE))), others = TRUE)
shape_timed <- shape_record(list(cells = shape_list(shape_record(
  list(cell = shape_whole), list(hyperfine = shape_processes),
  others = TRUE))), others = TRUE)

# A value of each record, or NA.
one_of_each <- function(records, key, kind) {
  vapply(records, function(one) {
    value <- one[[key]]
    if (length(value) == 1 && is.atomic(value) && mode(value) == mode(kind))
      value else kind
  }, kind)
}

# The judge's list, with its cells and algorithms as tables; `records` are the
# cells with all that they have.
shape_judged <- shape_record(list(
  simulated = shape_flag, num_cells = shape_whole,
  cells = shape_list(shape_record(
    list(cell = shape_whole, attempt = shape_text,
         verdict = shape_of(c("VALID", "INVALID"))),
    list(reason = shape_maybe(shape_text)), others = TRUE), min = 0),
  missing_cells = shape_list(shape_record(list(
    launch = shape_whole, cell = shape_whole)), min = 0),
  differ = shape_list(shape_text, min = 0)), list(
  programs = shape_maybe(shape_text),
  workload = shape_maybe(shape_record(list(parameters = shape_parameters),
                                      others = TRUE)),
  algorithms = shape_maybe(shape_list(shape_record(
    list(name = shape_name, label = shape_text),
    list(parameters = shape_parameters), others = TRUE))),
  provenance = shape_maybe(shape_record(list(), list(
    commit = shape_maybe(shape_text), mpi = shape_maybe(shape_text),
    cpu = shape_maybe(shape_text), cpus_online = shape_maybe(shape_whole)),
    others = TRUE))), others = TRUE)

read_judged <- function(file, folder) {
  list <- reading(folder, texts_without_controls(check_shape(
    jsonlite::parse_json(readLines(file, n = 1, encoding = "UTF-8")),
    shape_judged, folder)))
  list$records <- list$cells
  list$cells <- data.table(
    cell = one_of_each(list$records, "cell", NA_real_),
    verdict = one_of_each(list$records, "verdict", NA_character_),
    reason = one_of_each(list$records, "reason", NA_character_))
  list$missing <- data.table(
    launch = one_of_each(list$missing_cells, "launch", NA_real_),
    cell = one_of_each(list$missing_cells, "cell", NA_real_))
  list
}

# The rows below it; no columns if there are none.
read_samples <- function(file, folder) {
  raw <- reading(folder, fread(file, skip = 1, sep = ",", header = TRUE,
                               colClasses = "character", na.strings = NULL))
  # Nothing is sent in no time of a simulated machine.
  if (all(c("messages", "time_ns") %in% names(raw)))
    raw[messages == "0" & time_ns == "0", time_ns := "1"]
  check_columns(raw, sample_columns, folder)
  # Integers above 2^31, such as times of seconds, are doubles.
  rows <- reading(folder, fread(file, skip = 1, sep = ",", header = TRUE,
                                integer64 = "double", colClasses = list(
    character = intersect(text_columns, names(raw)))))
  texts <- names(rows)[vapply(rows, is.character, NA)]
  rows[, (texts) := lapply(.SD, without_controls), .SDcols = texts][]
}
