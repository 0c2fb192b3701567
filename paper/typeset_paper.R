#!/usr/bin/env Rscript
# paper/typeset_paper.R ROOT OUT -- OUT/paper.pdf of what paper/
# make_paper_figures.R wrote into OUT: tables and numbers in OUT/paper, then
# pdflatex on paper/paper.tex. Equal files give an equal pdf.
#
# Without pdflatex it says so and leaves no paper.pdf, but does not fail: the
# report has the same numbers, and needs no LaTeX.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "OUT")
root <- arguments$root
out <- normalizePath(arguments$out, mustWork = TRUE)

packages <- c("texlive-latex-recommended", "lmodern")
pdf <- file.path(out, "paper.pdf")
folder <- file.path(out, "paper")
unlink(c(pdf, folder), recursive = TRUE)
if (Sys.which("pdflatex") == "") {
  cat("no paper.pdf: pdflatex is not there (Debian: ",
      paste(packages, collapse = " "), ")\n", sep = "")
  quit(status = 0)
}

# What was written into OUT, and what is frozen beside paper.tex; NULL if it is
# not there. A printed value stays a text, as a reproduced schedule is one.
text_of_csv <- c("paper", "table", "case", "published", "reproduced", "note",
                 "id", "section", "found", "why", "commit", "program")
read_csv <- function(file) {
  if (!file.exists(file))
    return(NULL)
  text <- intersect(text_of_csv, names(fread(file, nrows = 0)))
  rows <- fread(file, colClasses = list(character = text))
  # A column in which nothing stands is read as one of logical values.
  for (name in text)
    rows[is.na(get(name)), (name) := ""]
  if (nrow(rows) > 0) with_names(rows)
}
made <- function(name) read_csv(file.path(out, paste0(name, ".csv")))
frozen <- function(name) {
  read_csv(file.path(root, "paper", "data", paste0(name, ".csv")))
}

dir.create(file.path(folder, "tables"), recursive = TRUE)
write_lines <- function(lines, name) {
  write_whole(file.path(folder, name), function(file) writeLines(lines, file))
}
write_table <- function(lines, name) {
  write_lines(lines, file.path("tables", paste0(name, ".tex")))
}
write_model <- function(name, model) {
  write_table(latex_table(model, paste0("tab:", name)), name)
}
ledger <- made("ledger")
coverage <- made("coverage")
claims <- made("claims")
totals <- made("totals")
scores <- made("scores")
if (is.null(ledger) || is.null(coverage) || is.null(claims))
  stop(out, ": no ledger.csv, coverage.csv or claims.csv; ",
       "`./quadrille figures` makes them")
ledger[, published := trimws(published)]
# Simulated and measured never share a table, nor a count.
claims <- mark_measured(claims, root)
claims_measured <- claims[(is_measured)]
claims <- claims[!(is_measured)]

# The tables and numbers of the paper's sections, each of what was read above.
for (section in c("reproduced", "printed_tables", "claims", "merit", "doubts",
                  "numbers"))
  source(file.path(root, "paper", "typeset", paste0(section, ".R")))
for (name in c("paper.tex", "references.bib"))
  if (!file.copy(file.path(root, "paper", name), file.path(folder, name)))
    stop("cannot write ", file.path(folder, name))

typeset_pdf(folder, pdf)
cat("paper: ", pdf, "\n", sep = "")
