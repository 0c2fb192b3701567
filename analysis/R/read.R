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

# Whether a launch's JSON describes its csv, in `about`. `bytes`: those of the
# csv; NULL: there is none.
describes <- function(about, bytes) {
  is.list(about) && !is.null(bytes) &&
    same_number(about$bytes, length(bytes)) &&
    identical(sha256_of(bytes), about$sha256)
}

# The samples of a launch, from the bytes of the csv that is called `file`.
read_samples <- function(bytes, file) {
  with_names(reading(file, read_values(rawToChar(bytes), file)))
}

# Refuses values that no launch writes; a file of something else is returned as
# it is.
read_values <- function(text, file) {
  if (text == "")
    return(data.table())
  raw <- fread(text = text, colClasses = "character", na.strings = NULL)
  if (!identical(names(raw)[1:2], names(sample_columns)[1:2]))
    return(raw)
  # Nothing is sent in no time of a simulated machine.
  if (all(c("messages", "time_ns") %in% names(raw)))
    raw[messages == "0" & time_ns == "0", time_ns := "1"]
  check_columns(raw, sample_columns, file)
  # Integers above 2^31, such as times of seconds, are doubles.
  fread(text = text, integer64 = "double", colClasses = list(
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

# The files of launches in a folder: the JSON's name, document and number; the
# csv's name, and a function that reads its bytes.
find_launches <- function(folder) {
  files <- sort(list.files(folder, pattern = "^launch-[0-9]+[.]json$",
                           full.names = TRUE))
  lapply(files, function(file) {
    csv <- sub("json$", "csv", file)
    list(file = file, document = read_document(file),
         number = launch_number(file), csv = csv,
         bytes = function() if (file.exists(csv)) read_bytes(csv))
  })
}

# Why a launch that was found does not count, or NULL; and its samples. `cells`
# are those of earlier launches.
judge_launch <- function(found, record, cells) {
  if (is.null(found$document))
    return(list(problem = "it is not a launch's JSON"))
  bytes <- found$bytes()
  # Read only if all else belongs: another format may have other columns.
  delayedAssign("samples", read_samples(bytes, found$csv))
  problem <- problem_of_launch(found$document,
                               describes(found$document$csv, bytes),
                               samples, found$number, record)
  if (is.null(problem) && any(found$document$cells$cell %in% cells))
    problem <- "it has cells of an earlier launch"
  if (is.null(problem)) list(samples = samples) else list(problem = problem)
}

# The launches of a folder: file, document and samples of each. A launch that
# does not belong there is missing, and a line on stderr says so; a packed
# folder with one is refused.
read_launches <- function(folder) {
  found <- if (is_packed(folder)) find_packed(folder) else find_launches(folder)
  record <- read_record(folder, lapply(found, `[[`, "document"))
  check_inputs(folder, record$inputs)
  launches <- list()
  cells <- numeric()
  for (one in found) {
    judged <- judge_launch(one, record, cells)
    if (is.null(judged$problem)) {
      cells <- c(cells, one$document$cells$cell)
      launches <- c(launches, list(c(one[c("file", "document")], judged)))
    } else if (is_packed(folder)) {
      refuse(one$file, ": ", judged$problem, "; ", packed_remedy)
    } else {
      message(one$file, ": ", judged$problem, "; ", remedy)
    }
  }
  launches
}

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

# The launches of one sweep folder: samples, with a column per parameter; the
# verdict of every cell; labels of algorithms; the parameters, and which are the
# workload's; provenance of the first launch; the files of all that belong
# there; whole processes. A launch without its JSON is incomplete and ignored.
# NULL: none.
read_results <- function(folder) {
  launches <- read_launches(folder)
  if (length(launches) == 0)
    return(NULL)
  documents <- lapply(launches, `[[`, "document")
  verdicts <- rbindlist(lapply(documents, function(one) {
    one$cells[, .(cell, verdict, reason)]
  }))
  samples <- reading(folder, rbindlist(lapply(launches, `[[`, "samples"),
                                       use.names = TRUE))
  first <- documents[[1]]
  names <- one_of_each(first$algorithms, "name", "")
  check_labels(samples, names, folder)
  list(samples = with_rank_times(with_pairs(samples)), verdicts = verdicts,
       simulated = first$simulated,
       files = vapply(launches, `[[`, "", "file"),
       processes = read_processes(launches),
       labels = setNames(one_of_each(first$algorithms, "label", ""),
                         algorithm_names(names)),
       parameters = read_parameters(first),
       of_workload = one_of_each(first$workload$parameters, "name", ""),
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

# Whole processes, from the JSON of launches: a row per cell with
# hyperfine's command line and seconds: the median wall time, and the mean user
# and system time. NULL if the sweep timed none.
read_processes <- function(launches) {
  rows <- lapply(launches, function(launch) {
    cells <- Filter(function(one) !is.null(one$hyperfine),
                    launch$document$records)
    if (length(cells) > 0)
      check_shape(list(cells = cells), shape_timed, launch$file)
    rbindlist(lapply(cells, function(one) {
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
