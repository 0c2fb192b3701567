# analysis/R/inputs/launch_json.R -- what R needs of a launch's JSON.

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

# A value of each record, or NA.
one_of_each <- function(records, key, kind) {
  vapply(records, function(one) {
    value <- one[[key]]
    if (length(value) == 1 && is.atomic(value) && mode(value) == mode(kind))
      value else kind
  }, kind)
}
