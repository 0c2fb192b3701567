# analysis/R/report/announce.R -- what a script does next, for a waiting reader.

# On stderr, if that is a terminal: what is kept has results alone.
announce <- function(...) {
  if (isatty(stderr()))
    cat("quadrille: ", ..., "\n", sep = "", file = stderr())
}
