# analysis/R/read.R -- reads and checks published numbers and results.

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
                  "counts", "rank_ns")

# Numbers of a sample, by allowed_values.
sample_columns <- c(
  launch = "whole", cell = "whole", procs = "positive", replicate = "positive",
  messages = "whole", max_degree = "whole", total_bytes = "whole",
  rounds = "whole", gather_ns = "known", build_ns = "known", bind_ns = "known",
  batch = "positive", repetition = "positive", time_ns = "positive",
  local_max_ns = "whole", compute_ns = "known", pack_ns = "known",
  exchange_ns = "known", reduce_ns = "known", rank_ns = "ranks")

# Whether a launch's JSON describes its csv, in `about`.
describes <- function(about, file) {
  is.list(about) && file.exists(file) &&
    same_number(about$bytes, file.size(file)) &&
    identical(sha256(file), about$sha256)
}

# The samples of a launch.
read_samples <- function(file) with_names(reading(file, read_values(file)))

# Refuses values that no launch writes; a file of something else is returned as
# it is.
read_values <- function(file) {
  if (file.size(file) == 0)
    return(data.table())
  raw <- fread(file, colClasses = "character", na.strings = NULL)
  if (!identical(names(raw)[1:2], names(sample_columns)[1:2]))
    return(raw)
  # Nothing is sent in no time of a simulated machine.
  if (all(c("messages", "time_ns") %in% names(raw)))
    raw[messages == "0" & time_ns == "0", time_ns := "1"]
  check_columns(raw, sample_columns, file)
  # Integers above 2^31, such as times of seconds, are doubles.
  fread(file, integer64 = "double", colClasses = list(
    character = intersect(text_columns, names(raw))))
}

# The JSON of a launch, or NULL.
read_document <- function(file) {
  tryCatch(read_launch(file), refused = function(...) NULL)
}

# The number in the name of a launch's JSON; -1 if sweeps write it otherwise.
launch_number <- function(file) {
  number <- as.numeric(gsub("[^0-9]", "", basename(file)))
  if (basename(file) == sprintf("launch-%05.0f.json", number)) number else -1
}

# The launches of a folder: file, document and samples of each. A launch that
# does not belong there is missing, and a line on stderr says so.
read_launches <- function(folder) {
  files <- sort(list.files(folder, pattern = "^launch-[0-9]+[.]json$",
                           full.names = TRUE))
  documents <- lapply(files, read_document)
  record <- read_record(folder, documents)
  check_inputs(folder, record$inputs)
  launches <- list()
  cells <- numeric()
  for (i in seq_along(files)) {
    csv <- sub("json$", "csv", files[i])
    # Read only if all else belongs: another format may have other columns.
    delayedAssign("samples", read_samples(csv))
    problem <- if (is.null(documents[[i]])) "it is not a launch's JSON"
               else problem_of_launch(documents[[i]],
                                      describes(documents[[i]]$csv, csv),
                                      samples, launch_number(files[i]), record)
    if (is.null(problem) && any(documents[[i]]$cells$cell %in% cells))
      problem <- "it has cells of an earlier launch"
    if (is.null(problem)) {
      cells <- c(cells, documents[[i]]$cells$cell)
      launches <- c(launches, list(list(file = files[i], samples = samples,
                                        document = documents[[i]])))
    } else {
      message(files[i], ": ", problem, "; ", remedy)
    }
  }
  launches
}

# The parameters that the JSON of a launch describes: a row per name.
read_parameters <- function(document) {
  lists <- c(list(document$workload$parameters),
             document$algorithms$parameters)
  none <- data.table(name = character(), unit = character(),
                     summary = character())
  unique(rbindlist(c(list(none), lapply(lists, as.data.table)), fill = TRUE),
         by = "name")
}

# The launches of one sweep folder: samples, with a column per parameter; the
# verdict of every cell; labels of algorithms; the parameters, and which are the
# workload's; provenance of the first launch; the files of all that belong
# there. A launch without its JSON is incomplete and ignored. NULL: none.
read_results <- function(folder) {
  launches <- read_launches(folder)
  if (length(launches) == 0)
    return(NULL)
  documents <- lapply(launches, `[[`, "document")
  verdicts <- rbindlist(lapply(documents, function(one) {
    as.data.table(one$cells[c("cell", "verdict", "reason")])
  }))
  samples <- reading(folder, rbindlist(lapply(launches, `[[`, "samples"),
                                       use.names = TRUE))
  first <- documents[[1]]
  check_labels(samples, first$algorithms$name, folder)
  list(samples = with_rank_times(with_pairs(samples)), verdicts = verdicts,
       simulated = first$simulated,
       files = vapply(launches, `[[`, "", "file"),
       labels = with(first$algorithms, setNames(label, algorithm_names(name))),
       parameters = read_parameters(first),
       of_workload = as.character(first$workload$parameters$name),
       # The first versions wrote the line ends, too.
       provenance = rapply(first$provenance, trimws, "character",
                           how = "replace"))
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

# Whole processes, from the JSON files of launches: a row per cell with
# hyperfine's command line and seconds: the median wall time, and the mean user
# and system time. NULL if the sweep timed none.
read_processes <- function(files) {
  rows <- lapply(files, function(file) {
    cells <- read_shaped_json(file, shape_timed)$cells
    rbindlist(lapply(Filter(function(one) !is.null(one$hyperfine), cells),
                     function(one) {
      result <- one$hyperfine$results[[1]]
      as.data.table(c(list(cell = one$cell, runs = length(result$times)),
                      result[c("command", "median", "user", "system")]))
    }))
  })
  rows <- rbindlist(rows)
  if (nrow(rows) == 0) NULL else rows[order(cell)]
}

no_declarations <- data.table(how = character(), cell = character())

shape_declarations <- local({
  entries <- shape_list(shape_record(list(key = shape_text), list(
    source = shape_text), others = TRUE), min = 0)
  shape_record(list(), list(fitted = entries, inputs = entries), others = TRUE)
})

# The numbers that a machine declares: a row for each cell that was looked at,
# `cell` being "paper table case algorithm quantity", and how: `fitted` or
# `inputs`.
read_declarations <- function(folder) {
  files <- file.path(folder, c("hardware.yaml", "software.yaml"))
  rbindlist(lapply(files[file.exists(files)], function(file) {
    one <- read_shaped_yaml(file, shape_declarations)
    rbindlist(lapply(c("fitted", "inputs"), function(how) {
      rbindlist(lapply(one[[how]], function(entry) {
        # An entry without cells has no row.
        data.table(cell = as.character(unlist(entry$cells)))[
          , `:=`(how = how, scalar = entry$key, source = entry$source)]
      }), use.names = TRUE)
    }))
  }))
}

# One schedule as `quadrille schedule --format csv` wrote it, or NULL.
read_schedule <- function(file) {
  if (file.exists(file)) reading(file, fread(file)) else NULL
}
