# analysis/R/belongs.R -- which launches belong to the folder that they are in:
# the rules, and the words, of harness/results/launch_belongs.c.

known_formats <- 4:6

same_number <- function(a, b) {
  is.numeric(a) && length(a) == 1 && as.numeric(a) %in% b
}

# The SHA-256 of the files that a launch has read, by their name in the folder.
stated_inputs <- function(document) {
  partitions <- unlist(document$provenance$partitions)
  if (length(partitions) > 0)
    names(partitions) <- file.path("inputs", names(partitions))
  c(vapply(document$provenance$configuration, function(one) one$sha256, ""),
    partitions)
}

# The programs that a launch says made it: lines of sha256sum.
stated_programs <- function(document) {
  strsplit(as.character(document$provenance$program_sha256), "\n")
}

read_digests <- function(file) {
  lines <- strsplit(read_text(file), "\n")[[1]]
  lines <- lines[nchar(lines) > 66]
  setNames(as.list(substr(lines, 1, 64)), substring(lines, 67))
}

read_launch_list <- function(file) {
  rows <- reading(file, fread(file))
  check_columns(rows, c(launch = "whole", procs = "positive", first = "whole",
                        last = "whole"), file)
  if (nrow(rows) == 0)
    refuse(file, ": accepted: a line per launch")
  reading(file, rows[, .(cell = seq(first, last)),
                     by = .(launch, procs, piece = seq_along(first))])
}

# What every launch of the folder must state. A folder without a file of these
# says nothing, but of programs and inputs what its first launch does.
read_record <- function(folder, documents) {
  first <- Find(Negate(is.null), documents)
  read <- function(name, reader) {
    file <- file.path(folder, name)
    if (file.exists(file)) reader(file)
  }
  either <- function(read, stated) if (is.null(read)) stated else read
  of_folder <- function(reader) function(file) reader(dirname(file))
  list(experiment = read("experiment.yaml", of_folder(read_experiment))$name,
       kind = read("machine.yaml", of_folder(read_machine))$kind,
       launches = read("launches", read_launch_list),
       programs = either(read("program.sha256", function(file) {
         strsplit(read_text(file), "\n")
       }), stated_programs(first)),
       inputs = either(read("inputs.sha256", read_digests),
                       as.list(stated_inputs(first))))
}

# A file of the folder that is not the one that launches have read.
check_inputs <- function(folder, inputs) {
  for (name in names(inputs)) {
    file <- file.path(folder, name)
    if (file.exists(file) && !identical(sha256(file), inputs[[name]]))
      refuse(file, ": it is not the file that launches have read; ", remedy)
  }
}

remedy <- "remove it, or measure again with --restart"

sha256 <- function(file) {
  reading(file, digest::digest(file = file, algo = "sha256"))
}

sha256_of <- function(bytes) {
  digest::digest(bytes, "sha256", serialize = FALSE)
}

# The name of the first argument that is TRUE, or NULL; those after it are not
# evaluated.
first_problem <- function(...) {
  for (i in seq_len(...length()))
    if (isTRUE(...elt(i)))
      return(...names()[i])
  NULL
}

# What is not recorded may be anything.
differs <- function(stated, recorded) {
  !is.null(recorded) && !identical(stated, recorded)
}

# Whether the launch list has no such cell, or number of ranks.
lacks <- function(launches, number, column, values) {
  !is.null(launches) && !all(values %in% launches[launch == number][[column]])
}

problem_of_head <- function(document, number, record) {
  first_problem(
    "its format is not one that is read" =
      !any(vapply(known_formats, same_number, NA, document$format)),
    "it is of another experiment" =
      differs(document$experiment, record$experiment),
    "it is another launch" = !same_number(document$launch, number),
    "it had another number of ranks" = length(document$procs) != 1 &&
      !is.null(record$launches) ||
      lacks(record$launches, number, "procs", document$procs),
    "its times are of another kind of machine" = !is.null(record$kind) &&
      !identical(document$simulated, record$kind == "simulated"),
    "another program made it" = length(record$programs) > 0 &&
      !identical(stated_programs(document), record$programs))
}

problem_of_inputs <- function(document, record) {
  stated <- as.list(stated_inputs(document))
  for (name in names(record$inputs))
    if (!identical(stated[[name]], record$inputs[[name]]))
      return(paste("it read another", name))
  NULL
}

# Whether the rows of a csv, by their cell, are so many samples of each cell.
has_samples <- function(rows, cells, samples) {
  at <- match(rows, cells)
  !anyNA(at) && all(tabulate(at, length(cells)) == samples)
}

problem_of_cells <- function(document, csv, number, record) {
  cells <- document$cells
  valid <- cells[verdict == "VALID"]
  first_problem(
    "it has a cell of another launch" =
      lacks(record$launches, number, "cell", cells$cell),
    "it has a cell twice" = anyDuplicated(cells$cell) > 0,
    "it has a VALID cell without samples" = nrow(valid) > 0 &&
      (!is.numeric(valid$samples) || anyNA(valid$samples) ||
         any(valid$samples < 1)),
    "its csv has no columns launch and cell" =
      !identical(names(csv)[1:2], c("launch", "cell")),
    "its csv has rows of another launch" = !all(csv$launch == number),
    "its csv has another number of rows" =
      !same_number(document$csv$rows, nrow(csv)),
    "its csv has other samples than its cells" =
      !has_samples(csv$cell, valid$cell, valid$samples))
}

# Why a launch does not belong to its folder, or NULL. `csv` is not evaluated
# unless all else belongs.
problem_of_launch <- function(document, describes_csv, csv, number, record) {
  if (lacks(record$launches, number, "launch", number))
    return("the sweep has no such launch")
  if (!describes_csv)
    return("it does not describe its csv")
  no_launch <- function(...) "it is not a launch's JSON"
  problem <- tryCatch({
    problem <- problem_of_head(document, number, record)
    if (is.null(problem)) problem_of_inputs(document, record) else problem
  }, error = no_launch)
  if (!is.null(problem))
    return(problem)
  force(csv) # a value that no launch writes is refused
  tryCatch(problem_of_cells(document, csv, number, record), error = no_launch)
}
