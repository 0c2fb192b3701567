# analysis/R/inputs/refuse.R -- bad input: one line with the file, status 2.

# Ends the analysis. load.R prints the message and sets the exit status.
refuse <- function(...) {
  words <- iconv(paste0(...), "UTF-8", "UTF-8", sub = "?")
  words <- trimws(gsub("[[:space:][:cntrl:]]+", " ", words))
  stop(errorCondition(substr(words, 1, 500), class = "refused"))
}

# The value of an expression that reads a file; an error or, unless they are no
# faults, a warning in it is a refusal of the file.
reading <- function(file, expression, warnings_are_faults = TRUE) {
  if (!warnings_are_faults)
    return(reading(file, suppressWarnings(expression)))
  blame <- function(condition) {
    if (inherits(condition, "refused"))
      stop(condition)
    refuse(file, ": ", conditionMessage(condition))
  }
  tryCatch(expression, error = blame, warning = blame)
}

# Values that columns may have, as text.
whole_number <- "^(0|[1-9][0-9]{0,14})$"
allowed_values <- list(
  positive = list(fits = function(text) grepl("^[1-9][0-9]{0,14}$", text),
                  words = "a whole number above 0"),
  whole = list(fits = function(text) grepl(whole_number, text),
               words = "a whole number from 0"),
  known = list(fits = function(text) text == "" | grepl(whole_number, text),
               words = "a whole number from 0, or nothing"),
  ranks = list(fits = function(text) {
    grepl("^([0-9]{1,15}(;[0-9]{1,15})*)?$", text)
  }, words = "whole numbers with ';' between them, or nothing"),
  time = list(fits = function(text) number_of(text) > 0,
              words = "a number above 0"),
  duration = list(fits = function(text) number_of(text) >= 0,
                  words = "a number from 0"),
  name = list(fits = function(text) grepl("^[A-Za-z0-9_.-]+$", text),
              words = "letters, digits, '_', '.' and '-'"))

# A text that is no number, or no finite one, is -1.
number_of <- function(text) {
  value <- suppressWarnings(as.numeric(text))
  fifelse(grepl(plain_number, text) & is.finite(value), value, -1)
}

# A csv file of ours as text, with these columns.
read_listed <- function(file, columns, ...) {
  rows <- reading(file, fread(file, colClasses = "character",
                              na.strings = NULL, ...))
  if (!identical(names(rows), columns))
    refuse(file, ": columns are ", paste(names(rows), collapse = ","),
           "; accepted: ", paste(columns, collapse = ","))
  rows
}

# Refuses the first of the lines of a file that are wrong, with its words, or
# those of all.
refuse_line <- function(wrong, file, ...) {
  first <- which(wrong)[1]
  words <- paste0(...)
  if (!is.na(first))
    refuse(file, ":", first + 1, ": ", words[min(first, length(words))])
}

# Refuses a table whose columns do not have such values, with the first line in
# the file. `columns`: for each, a name of allowed_values.
check_columns <- function(rows, columns, file) {
  missing <- setdiff(names(columns), names(rows))
  twice <- names(rows)[anyDuplicated(names(rows))]
  if (length(missing) > 0 || length(twice) > 0)
    refuse(file, ": ", if (length(missing) > 0) paste("no column", missing[1])
                       else paste("two columns", twice),
           "; accepted: a header with each column once")
  for (name in names(columns)) {
    allowed <- allowed_values[[columns[[name]]]]
    text <- as.character(rows[[name]])
    refuse_line(is.na(text) | !allowed$fits(text), file, name, " '", text,
                "'; accepted: ", allowed$words)
  }
}

# Refuses a name of a user that is not `accepted`; `what` is the option. If some
# are near, only these are printed.
require_name <- function(given, accepted, what) {
  if (given %in% accepted)
    return(given)
  distance <- as.vector(adist(given, accepted, ignore.case = TRUE))
  near <- accepted[distance <= max(1, nchar(given) %/% 5)]
  if (given != "")
    near <- union(near, accepted[startsWith(accepted, given)])
  refuse(what, " '", substr(given, 1, 60), "'; accepted: ",
         if (length(near) > 0) paste0(paste(near, collapse = " "),
                                      " and others")
         else paste(accepted, collapse = " "))
}
