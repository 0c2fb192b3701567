# analysis/R/load.R -- all functions of these folders and what they need:
# source(FOLDER/load.R, chdir = TRUE).
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
})
# Elements of pages; what draws no page needs no such package.
delayedAssign("tags", htmltools::tags)
# Several threads would change the order of sums, and so the last digits.
setDTthreads(1)
# Shapes of files are built from those of shapes.R.
for (file in unique(c("inputs/shapes.R",
                      list.files(pattern = "[.]R$", recursive = TRUE))))
  if (file != "load.R") source(file, chdir = TRUE)

# Ends a script; tests catch refusals before it.
globalCallingHandlers(refused = function(refusal) {
  cat("quadrille: ", conditionMessage(refusal), "\n", sep = "",
      file = stderr())
  quit(status = 2)
})

# Evaluates a script; an error is one line on stderr, and status 2.
or_refuse <- function(command, script) {
  tryCatch(script, error = function(condition) {
    cat("quadrille ", command, ": ",
        gsub("\\s+", " ", conditionMessage(condition)), "\n", sep = "",
        file = stderr())
    quit(status = 2)
  })
}

# The arguments of a script, by these names.
take_arguments <- function(...) {
  given <- commandArgs(trailingOnly = TRUE)
  if (length(given) != ...length())
    refuse("usage: ", paste(c(...), collapse = " "))
  setNames(as.list(given), tolower(c(...)))
}
