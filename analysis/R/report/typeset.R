# analysis/R/report/typeset.R -- paper.tex to a pdf, by pdflatex and bibtex.

# typeset_pdf typesets paper.tex of a folder into `pdf`. No shell escape, and no
# date in the pdf. Ends R with status 1 if LaTeX fails.
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
