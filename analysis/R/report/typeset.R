# analysis/R/report/typeset.R -- paper.tex to a pdf, by pdflatex and bibtex.

# typeset_pdf typesets paper.tex of a folder into `pdf`, until the auxiliary
# file no longer changes. No shell escape, and no date in the pdf. Ends R with
# status 1 if LaTeX fails.
typeset_pdf <- function(folder, pdf) {
  log_lines <- function() {
    readLines(file.path(folder, "paper.log"), warn = FALSE)
  }
  fail <- function(lines) {
    writeLines(c("no paper.pdf:", utils::head(lines, 12)))
    quit(status = 1)
  }
  run_in_folder <- function(program, arguments) {
    from <- setwd(folder) # so that no path is a word of a shell
    on.exit(setwd(from))
    system2("env", c("SOURCE_DATE_EPOCH=0", "FORCE_SOURCE_DATE=1", program,
                     arguments), stdout = FALSE, stderr = FALSE)
  }
  run_latex <- function() {
    status <- run_in_folder("pdflatex", c("-no-shell-escape", "-halt-on-error",
                                          "-interaction=nonstopmode",
                                          "-file-line-error", "paper.tex"))
    if (status != 0) {
      lines <- log_lines()
      fail(lines[grep("^!|^[^ ]+:[0-9]+: |^l[.][0-9]", lines)])
    }
    unname(tools::md5sum(file.path(folder, "paper.aux")))
  }
  before <- run_latex()
  if (run_in_folder("bibtex", "paper") != 0)
    fail(readLines(file.path(folder, "paper.blg"), warn = FALSE))
  max_runs <- 6
  for (run in seq_len(max_runs)) {
    after <- run_latex()
    if (identical(before, after) && run > 1)
      break
    before <- after
  }
  doubts <- grep("undefined|Overfull .hbox [(][0-9]{2,}", log_lines(),
                 value = TRUE)
  if (length(doubts) > 0)
    writeLines(utils::head(doubts, 12))
  if (!file.rename(file.path(folder, "paper.pdf"), pdf))
    refuse(pdf, ": cannot be written")
  unlink(file.path(folder, paste0("paper.", c("aux", "log", "out", "blg"))))
}
