# analysis/R/inputs/read.R -- reads and checks published numbers and results.

published_columns <- c("paper", "table", "case", "algorithm", "quantity",
                       "unit", "value")

# Every printed number of analysis/published; all columns are text, to keep
# values as printed.
read_published <- function(folder) {
  files <- sort(list.files(folder, pattern = "[.]csv$", full.names = TRUE))
  published <- rbindlist(lapply(files, function(file) {
    one <- reading(file, fread(file, colClasses = "character"))
    if (!identical(names(one), published_columns))
      refuse(file, ": columns are ", paste(names(one), collapse = ","),
             "; accepted: ", paste(published_columns, collapse = ","))
    with_names(one)
  }))
  repeated <- published[duplicated(published, by = published_columns[1:5])]
  if (nrow(repeated) > 0)
    refuse(folder, ": a cell is given twice: ",
           paste(repeated[1, published_columns[1:5], with = FALSE],
                 collapse = " "))
  published[]
}

# Text even if every cell of a launch is empty; every digit of a seed counts.
text_columns <- c("case", "seed", "mode", "mapping", "binding", "parameters",
                  "counts", "chosen", "chosen_mode", "chosen_parameters",
                  "rank_ns")

# Numbers of a sample, by allowed_values.
sample_columns <- c(
  launch = "whole", cell = "whole", procs = "positive", replicate = "positive",
  messages = "whole", max_degree = "whole", total_bytes = "whole",
  rounds = "whole", gather_ns = "known", build_ns = "known", bind_ns = "known",
  batch = "positive", repetition = "positive", time_ns = "positive",
  local_max_ns = "whole", compute_ns = "known", pack_ns = "known",
  exchange_ns = "known", reduce_ns = "known", rank_ns = "ranks")

# The parameters that the JSON of a launch describes: a row per name.
read_parameters <- function(document) {
  records <- c(document$workload$parameters,
               unlist(lapply(document$algorithms, `[[`, "parameters"),
                      recursive = FALSE))
  unique(data.table(name = one_of_each(records, "name", NA_character_),
                    unit = one_of_each(records, "unit", NA_character_),
                    summary = one_of_each(records, "summary", NA_character_)),
         by = "name")
}

# What counts of one sweep folder: samples, with a column per parameter; the
# verdict of every cell that has one, the number of all cells, and those that
# are missing, with their launches; labels of algorithms; the parameters, and
# which are the workload's; provenance of the first launch; what differs in the
# conditions of launches; whole processes. NULL: none has run.
read_results <- function(folder) {
  file <- run_judge(folder)
  if (is.null(file))
    return(NULL)
  on.exit(unlink(file))
  read_judgement(file, folder)
}

# The same from the file that the judge has written.
read_judgement <- function(file, folder) {
  judged <- read_judged(file, folder)
  if (nrow(judged$cells) == 0)
    return(NULL)
  samples <- with_names(read_samples(file, folder))
  names <- one_of_each(judged$algorithms, "name", "")
  check_labels(samples, names, folder)
  list(samples = with_rank_times(with_pairs(samples)),
       verdicts = judged$cells, num_cells = judged$num_cells,
       missing = judged$missing,
       simulated = judged$simulated,
       processes = read_processes(judged$records, folder),
       labels = setNames(one_of_each(judged$algorithms, "label", ""),
                         algorithm_names(names)),
       parameters = read_parameters(judged),
       of_workload = one_of_each(judged$workload$parameters, "name", ""),
       differ = unlist(judged$differ), conditions = judged$conditions,
       # The first versions wrote the line ends, too.
       provenance = rapply(c(judged$provenance, judged["programs"]), trimws,
                           "character", how = "replace"))
}

# Every algorithm with samples has a label in the JSON.
check_labels <- function(samples, labelled, folder) {
  unknown <- setdiff(samples$algorithm, algorithm_names(labelled))
  if (length(unknown) > 0)
    refuse(folder, ": algorithm '", unknown[1], "' has samples; accepted: ",
           paste(labelled, collapse = ", "))
}

# The samples of several sweeps in one; NULL if none has run. `results` is a
# list, with NULL for sweeps that have not run. A sweep of one printed case has
# its name in `cases`; others have "".
put_together <- function(results, cases) {
  samples <- Map(function(one, name) {
    samples <- one$samples
    if (!is.null(samples) && name != "")
      samples <- copy(samples)[, case := name]
    samples
  }, results, cases)
  samples <- Filter(Negate(is.null), samples)
  if (length(samples) > 0)
    list(samples = rbindlist(samples, fill = TRUE))
}

# Whole processes, from the verdicts: a row per cell with hyperfine's command
# line and seconds: the median wall time, and the mean user and system time.
# NULL if the sweep timed none.
read_processes <- function(records, folder) {
  cells <- Filter(function(one) !is.null(one$hyperfine), records)
  if (length(cells) == 0)
    return(NULL)
  check_shape(list(cells = cells), shape_timed, folder)
  rbindlist(lapply(cells, function(one) {
    result <- one$hyperfine$results[[1]]
    as.data.table(c(list(cell = one$cell, runs = length(result$times)),
                    result[c("command", "median", "user", "system")]))
  }))[order(cell)]
}

no_declarations <- data.table(how = character(), cell = character())

shape_declarations <- local({
  entries <- shape_list(shape_record(list(key = shape_text), list(
    source = shape_text), others = TRUE), min = 0)
  shape_record(list(), list(fitted = entries, inputs = entries), others = TRUE)
})

# "A + B" is fitted as a sum, of equal parts.
keys_of <- function(scalar) strsplit(scalar, " + ", fixed = TRUE)[[1]]

# The value of an entry in a file: "a.b" is b of a, "a + b" their sum; NA if
# that is no number.
value_of_key <- function(part, key) {
  values <- lapply(keys_of(key), function(name) {
    Reduce(`[[`, strsplit(name, ".", fixed = TRUE)[[1]], part)
  })
  if (all(vapply(values, is.numeric, NA))) sum(unlist(values)) else NA_real_
}

# The numbers that a file of hardware or software declares, a row each: how,
# `fitted` or `inputs`, and the cells that were looked at, each "paper table
# case algorithm quantity".
declared_in <- function(part) {
  # Without an entry there are the columns.
  none <- data.table(how = character(), scalar = character(), value = numeric(),
                     source = character(), cells = list())
  rbind(none, rbindlist(lapply(c("fitted", "inputs"), function(how) {
    rbindlist(lapply(part[[how]], function(entry) {
      data.table(how = how, scalar = entry$key,
                 value = value_of_key(part, entry$key), source = entry$source,
                 cells = list(as.character(unlist(entry$cells))))
    }))
  })), fill = TRUE)
}

# A row for each cell that the files of a machine declare, and how.
read_declarations <- function(folder) {
  files <- file.path(folder, c("hardware.yaml", "software.yaml"))
  declared <- rbindlist(lapply(files[file.exists(files)], function(file) {
    declared_in(read_shaped_yaml(file, shape_declarations))
  }))
  data.table(how = rep(declared$how, lengths(declared$cells)),
             cell = unlist(declared$cells))
}

# One schedule as `quadrille schedule --format csv` wrote it, or NULL.
read_schedule <- function(file) {
  if (file.exists(file)) reading(file, fread(file)) else NULL
}
