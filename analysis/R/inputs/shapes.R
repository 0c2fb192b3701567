# analysis/R/inputs/shapes.R -- what a YAML or JSON file must hold.
#
# A shape is a function of a value: NULL if it fits; otherwise where it does not
# and what is accepted there, such as ", panels 2, from: accepted: names".

shape_one <- function(is_good, words) {
  function(value) {
    is_one <- is.atomic(value) && length(value) == 1 && !is.na(value)
    if (!is_one || !is_good(value)) paste0(": accepted: ", words)
  }
}

is_number <- function(value) is.numeric(value) && is.finite(value)
# File names and columns are made of them.
is_name <- function(value) is.character(value) & grepl("^[a-z0-9_]+$", value)

shape_text <- shape_one(is.character, "a text")
shape_flag <- shape_one(is.logical, "true or false")
shape_word <- shape_one(function(value) is.character(value) ||
                          is_number(value), "a text or a number")
shape_name <- shape_one(is_name, "a name")
shape_number <- shape_one(is_number, "a number")
shape_whole <- shape_one(function(value) {
  is_number(value) && value >= 0 && value < 2^53 && value == round(value)
}, "a whole number from 0")

shape_of <- function(words) {
  shape_one(function(value) value %in% words, paste(words, collapse = ", "))
}

# null is accepted, too.
shape_maybe <- function(shape) function(value) if (!is.null(value)) shape(value)

shape_names <- function(value) {
  if (!(is.character(value) && length(value) > 0 && all(is_name(value))))
    ": accepted: names"
}
shape_words <- function(value) {
  if (!is.atomic(value) || length(value) == 0 || anyNA(value))
    ": accepted: texts or numbers"
}
# Values by column.
shape_filter <- function(value) {
  if (!(is.list(value) && !is.null(names(value)) &&
          all(is_name(names(value))) &&
          all(vapply(value, function(one) is.null(shape_words(one)), NA))))
    ": accepted: columns with their values"
}

# A list of a shape, with `min` elements or more.
shape_list <- function(shape, min = 1) {
  function(value) {
    if (!is.list(value) || length(value) < min || !is.null(names(value)))
      return(": accepted: a list")
    for (i in seq_along(value)) {
      wrong <- shape(value[[i]])
      if (!is.null(wrong))
        return(paste0(" ", i, wrong))
    }
  }
}

# What is wrong with the names of a record's keys, or NULL.
wrong_keys <- function(given, required, known, others) {
  missing <- setdiff(required, given)
  unknown <- if (!others) setdiff(given, known)
  if (length(missing) > 0)
    paste0(": no key ", missing[1])
  else if (anyDuplicated(given))
    paste0(": key ", given[anyDuplicated(given)], " twice")
  else if (length(unknown) > 0)
    paste0(": key '", unknown[1], "'; accepted: ",
           paste(known, collapse = ", "))
}

# Keys with shapes; `others` permits keys that are not named here.
shape_record <- function(required, optional = list(), others = FALSE) {
  keys <- c(required, optional)
  function(value) {
    given <- names(value)
    if (!is.list(value) || (length(value) > 0 && is.null(given)))
      return(paste(": accepted: keys", paste(names(keys), collapse = ", ")))
    wrong <- wrong_keys(given, names(required), names(keys), others)
    for (key in intersect(names(keys), given)) {
      if (!is.null(wrong))
        break
      wrong <- keys[[key]](value[[key]])
      if (!is.null(wrong))
        wrong <- paste0(", ", key, wrong)
    }
    wrong
  }
}

# Any keys, with values of a shape.
shape_map <- function(shape) {
  function(value) {
    if (!is.list(value) || (length(value) > 0 && is.null(names(value))))
      return(": accepted: keys with values")
    shape_list(shape, min = 0)(unname(value))
  }
}

# Refuses a file whose value does not fit.
check_shape <- function(value, shape, file) {
  wrong <- shape(value)
  if (!is.null(wrong))
    refuse(file, wrong)
  value
}

# Numbers such as 5e-2, as C reads them; YAML 1.1 takes them for texts.
yaml_numbers <- list(str = function(text) {
  is_number <- grepl("^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)[eE][-+]?[0-9]+$", text)
  if (is_number) as.numeric(text) else text
})

# Control characters, which no page, csv or terminal gets, as "?".
without_controls <- function(text) {
  gsub("[^\\P{Cc}\n\t]", "?", text, perl = TRUE)
}
texts_without_controls <- function(value) {
  if (is.character(value)) without_controls(value)
  else if (is.list(value)) {
    value[] <- lapply(value, texts_without_controls)
    value
  } else value
}

read_shaped_yaml <- function(file, shape) {
  reading(file, texts_without_controls(check_shape(
    yaml::yaml.load(read_text(file), handlers = yaml_numbers), shape, file)))
}

read_bytes <- function(file) {
  if (!file.exists(file))
    refuse(file, ": is not there")
  reading(file, readBin(file, "raw", file.size(file)))
}

# A whole file, which must be UTF-8 without zero bytes.
read_text <- function(file) {
  bytes <- read_bytes(file)
  if (any(bytes == 0))
    refuse(file, ": has a zero byte; accepted: text")
  text <- rawToChar(bytes)
  if (!validUTF8(text))
    refuse(file, ": is not UTF-8; accepted: text")
  Encoding(text) <- "UTF-8"
  text
}

shape_machine <- shape_record(list(title = shape_word), list(
  kind = shape_word,
  network = shape_record(list(alpha_us = shape_number, beta_ns = shape_number),
                         others = TRUE)), others = TRUE)

# The printed tables that choices of a machine's file were made with.
shape_looks <- shape_record(list(), list(looked_at = shape_words),
                            others = TRUE)

# The machine of a folder of results.
read_machine <- function(folder) {
  read_shaped_yaml(file.path(folder, "machine.yaml"), shape_machine)
}

# Every scalar of YAML as the text that it is: names such as 007, on or 1e3.
yaml_as_text <- local({
  kinds <- c("int", "int#hex", "int#oct", "int#base60", "float", "float#fix",
             "float#exp", "float#base60", "float#inf", "float#neginf",
             "float#nan", "bool#yes", "bool#no")
  sapply(kinds, function(kind) identity, simplify = FALSE)
})

# What figures say of a folder's experiment.
read_experiment <- function(folder) {
  file <- file.path(folder, "experiment.yaml")
  value <- read_shaped_yaml(file, shape_record(
    list(name = shape_one(is.atomic, "a name")),
    list(precision = shape_number), others = TRUE))
  value$name <- yaml::yaml.load(read_text(file), handlers = yaml_as_text)$name
  value
}
