# paper/typeset/artifact.R -- Appendix A: docs/artifact.md as LaTeX.

# The columns of a table share a line's width as their longest cells need it.
artifact_table <- function(lines) {
  cells <- strsplit(sub(" *\\\\\\\\$", "", lines), "(?<!\\\\)&", perl = TRUE)
  columns <- length(cells[[1]])
  width <- do.call(pmax, lapply(cells, function(row) {
    row <- c(row, character(columns))[seq_len(columns)]
    pmin(nchar(gsub("\\\\[a-z]+|[{}\\\\]", "", row)), 60)
  }))
  preamble <- sprintf("W{%.3f}", 0.93 * pmax(width, 9) / sum(pmax(width, 9)))
  c("\\begingroup\\TableSize", sprintf("\\begin{longtable}{@{}%s@{}}",
                                       paste(preamble, collapse = "")),
    "\\toprule", lines[1], "\\midrule", lines[-1], "\\bottomrule",
    "\\end{longtable}\\endgroup")
}

# The renderer's tables do not wrap; ours do, and repeat no head.
artifact_tables <- function(lines) {
  first <- grep("^\\\\begin\\{tabular\\}", lines)
  last <- grep("^\\\\end\\{tabular\\}", lines)
  for (i in rev(seq_along(first)))
    lines <- c(head(lines, first[i] - 2),
               artifact_table(lines[(first[i] + 1):(last[i] - 1)]),
               tail(lines, -(last[i] + 1)))
  lines
}

# Long names may break, as in all tables.
artifact_breaks <- function(lines) {
  code <- gregexpr("\\\\texttt\\{[^}]*\\}", lines)
  regmatches(lines, code) <- lapply(regmatches(lines, code), function(words) {
    gsub("(/|\\\\_|,)", "\\1\\\\allowbreak{}", words)
  })
  lines
}

# Its title is the appendix's own; each heading is a level lower.
artifact_latex <- function(markdown) {
  latex <- commonmark::markdown_latex(paste(markdown, collapse = "\n"),
                                      extensions = "table")
  lines <- strsplit(latex, "\n", fixed = TRUE)[[1]]
  lines <- lines[!grepl("^\\\\section\\{", lines)]
  artifact_breaks(artifact_tables(lines))
}
write_lines(artifact_latex(readLines(file.path(root, "docs", "artifact.md"))),
            "artifact.tex")
