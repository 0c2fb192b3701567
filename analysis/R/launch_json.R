# analysis/R/launch_json.R -- what R needs of a launch's JSON.

shape_parameter <- shape_record(list(name = shape_name, unit =
  shape_maybe(shape_text), summary = shape_text))
shape_parameters <- shape_list(shape_parameter, min = 0)

# hyperfine's own file, in s.
shape_processes <- shape_record(list(results = shape_list(shape_record(
  list(command = shape_text, median = shape_number, user = shape_number,
       system = shape_number, times = shape_list(shape_number)),
  others = TRUE))), others = TRUE)
shape_timed <- shape_record(list(cells = shape_list(shape_record(
  list(cell = shape_whole), list(hyperfine = shape_processes),
  others = TRUE))), others = TRUE)

shape_launch <- shape_record(list(
  simulated = shape_flag,
  workload = shape_record(list(parameters = shape_parameters), others = TRUE),
  algorithms = shape_list(shape_record(
    list(name = shape_name, label = shape_text),
    list(parameters = shape_parameters), others = TRUE)),
  csv = shape_record(list(rows = shape_whole, sha256 = shape_text),
                     others = TRUE),
  cells = shape_list(shape_record(
    list(cell = shape_whole, verdict = shape_of(c("VALID", "INVALID"))),
    list(reason = shape_maybe(shape_text)), others = TRUE)),
  provenance = shape_record(list(), list(
    commit = shape_maybe(shape_text), program_sha256 = shape_maybe(shape_text),
    mpi = shape_maybe(shape_text), cpu = shape_maybe(shape_text),
    cpus_online = shape_maybe(shape_whole),
    configuration = shape_map(shape_record(list(sha256 = shape_text),
                                           others = TRUE)),
    partitions = shape_map(shape_text)), others = TRUE)), others = TRUE)

# The JSON of a launch.
read_launch <- function(file) as_launch(read_shaped_json(file, shape_launch))

# A value of each record, or NA.
one_of_each <- function(records, key, kind) {
  vapply(records, function(one) {
    value <- one[[key]]
    if (length(value) == 1 && is.atomic(value) && mode(value) == mode(kind))
      value else kind
  }, kind)
}

# The document with what the analysis reads of cells and algorithms as tables;
# `records` are the cells with all that they have.
as_launch <- function(document) {
  cells <- document$cells
  document$records <- cells
  document$cells <- data.table(
    cell = one_of_each(cells, "cell", NA_real_),
    verdict = one_of_each(cells, "verdict", NA_character_),
    reason = one_of_each(cells, "reason", NA_character_),
    # INVALID cells have none.
    samples = one_of_each(cells, "samples", NA_real_))
  document
}
