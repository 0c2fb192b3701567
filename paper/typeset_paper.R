#!/usr/bin/env -S Rscript --vanilla
# paper/typeset_paper.R ROOT OUT -- makes OUT/paper.pdf from the files that
# make_paper_figures.R wrote into OUT: writes tables and numbers into OUT/paper,
# then runs pdflatex on paper/paper.tex. Equal files give an equal pdf.
#
# Without pdflatex or commonmark it prints a line and removes paper.pdf, but
# does not fail: the report has the same numbers, and needs neither.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "OUT")
root <- arguments$root
out <- normalizePath(arguments$out, mustWork = TRUE)

packages <- c("texlive-latex-recommended", "lmodern", "r-cran-commonmark")
pdf <- file.path(out, "paper.pdf")
folder <- file.path(out, "paper")
unlink(c(pdf, folder), recursive = TRUE)
if (Sys.which("pdflatex") == "" ||
    !requireNamespace("commonmark", quietly = TRUE)) {
  cat("no paper.pdf: pdflatex or commonmark is missing (Debian: ",
      paste(packages, collapse = " "), ")\n", sep = "")
  quit(status = 0)
}

# A csv of OUT, or a frozen one of paper/data; NULL if there is none. Printed
# values are text, as reproduced schedules are.
text_of_csv <- c("paper", "table", "case", "published", "reproduced", "note",
                 "id", "section", "found", "why", "where", "frozen_found",
                 "rerun_found", "commit", "program", "workload", "unit",
                 "reason", "refitted_on")
read_csv <- function(file) {
  if (!file.exists(file))
    return(NULL)
  reading(file, {
    text <- intersect(text_of_csv, names(fread(file, nrows = 0)))
    rows <- fread(file, colClasses = list(character = text))
  })
  # fread takes an empty column for a logical one.
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
brackets <- made("brackets")
if (is.null(ledger) || is.null(coverage) || is.null(claims))
  refuse(out, ": no ledger.csv, coverage.csv or claims.csv; ",
         "`./quadrille figures` makes them")
ledger[, published := trimws(published)]
# Simulated and measured results never share a table or a count.
claims <- mark_measured(claims, root)
claims_measured <- claims[(is_measured)]
claims <- claims[!(is_measured)]

# The tables and numbers of each section.
for (section in c("reproduced", "printed_tables", "claims", "merit", "doubts",
                  "numbers", "artifact"))
  source(file.path(root, "paper", "typeset", paste0(section, ".R")))
for (name in c("paper.tex", "references.bib", "sections"))
  if (!file.copy(file.path(root, "paper", name), folder, recursive = TRUE))
    refuse(file.path(folder, name), ": cannot be written")

# Typesets paper.tex of a folder into `pdf`. No shell escape, and no date in the
# pdf. Ends R with status 1 if LaTeX fails.
typeset_pdf <- function(folder, pdf) {
  Sys.setenv(SOURCE_DATE_EPOCH = "0", FORCE_SOURCE_DATE = "1",
             shell_escape = "f")
  from <- setwd(folder)
  on.exit(setwd(from))
  tryCatch(
    tools::texi2pdf("paper.tex", quiet = TRUE, texi2dvi = "emulation"),
    error = function(condition) {
      lines <- strsplit(conditionMessage(condition), "\n")[[1]]
      writeLines(c("no paper.pdf:", utils::head(lines, 12)))
      quit(status = 1)
    })
  doubts <- grep("undefined|Overfull .hbox [(][0-9]{2,}",
                 readLines("paper.log", warn = FALSE), value = TRUE)
  if (length(doubts) > 0)
    writeLines(utils::head(doubts, 12))
  if (!file.rename("paper.pdf", pdf))
    refuse(pdf, ": cannot be written")
  unlink(paste0("paper.", c("aux", "log", "out", "blg")))
}

typeset_pdf(folder, pdf)
cat("paper: ", pdf, "\n", sep = "")
