# analysis/R/html_tables.R -- the tables of the report.

verdict_class <- function(verdict) {
  classes <- c("exact" = "good", "within 5%" = "good", "within 10%" = "good",
               "within 25%" = "fair", "within 50%" = "fair")
  fifelse(verdict %in% names(classes), unname(classes[verdict]), "poor")
}

# A table of text cells; columns named in `text` are left-aligned, those in
# `wide` also have room. `class` is a matrix of CSS classes, or NULL.
html_table <- function(rows, text = character(), class = NULL,
                       wide = character(), sortable = FALSE) {
  columns <- names(rows)
  aligned <- fifelse(columns %in% c(text, wide), "text", "")
  aligned <- paste0(aligned, fifelse(columns %in% wide, " wide", ""))
  header <- htmltools::tags$tr(Map(function(name, side)
    htmltools::tags$th(name, class = side), columns, aligned))
  body <- lapply(seq_len(nrow(rows)), function(r) {
    htmltools::tags$tr(lapply(seq_along(columns), function(c) {
      extra <- if (is.null(class)) "" else class[r, c]
      htmltools::tags$td(as.character(rows[[c]][r]),
                         class = trimws(paste(aligned[c], extra)))
    }))
  })
  htmltools::tags$div(class = "table", htmltools::tags$table(
    class = if (sortable) "sortable",
    htmltools::tags$thead(header), htmltools::tags$tbody(body)))
}

# Published and reproduced side by side, a row a case and algorithm, a pair of
# columns a machine.
html_table11 <- function(ledger, labels) {
  rows <- split_case(ledger[table == "11"])
  machines <- unique(rows$machine)
  wide <- unique(rows[, .(density, bytes, algorithm, published)])
  shown <- wide[, .(density = paste0(100 * density, "%"), bytes,
                    algorithm = labels[algorithm],
                    `published [ms]` = published)]
  class <- matrix("", nrow(wide), 4)
  for (name in machines) {
    mine <- rows[machine == name][wide, on = .(density, bytes, algorithm)]
    shown[, (paste(name, "[ms]")) := fifelse(
      is.na(mine$reproduced), "not run",
      sprintf("%.3f%s", as.numeric(mine$reproduced),
              fifelse(mine$role == "calibration", "*", "")))]
    shown[, (paste(name, "ratio")) := fifelse(is.na(mine$ratio), "",
                                              sprintf("%.2f", mine$ratio))]
    class <- cbind(class, "", verdict_class(mine$verdict))
  }
  html_table(shown, text = "algorithm", class = class)
}

html_measured <- function(measured, labels) {
  rows <- split_case(copy(measured))
  html_table(rows[, .(density = paste0(100 * density, "%"), bytes,
                      algorithm = labels[algorithm],
                      `published CM-5 [ms]` = published,
                      `measured here [ms]` = sprintf("%.3f", measured),
                      `95% interval` = sprintf("%.3f to %.3f", low, high),
                      patterns = n)],
             text = "algorithm")
}

html_scores <- function(scores) {
  columns <- c("cells", "median_error", "p90_error", "null_error", "skill",
               "cases", "tau_b", "right_winners")
  shown <- scores[, .(table = paste0(paper, ", Table ", table), machine)]
  for (column in intersect(columns, names(scores))) {
    value <- scores[[column]]
    shown[, (gsub("_", " ", column)) := fifelse(
      is.na(value), "", if (is.integer(value)) as.character(value)
                        else sprintf("%.2f", value))]
  }
  html_table(shown, text = c("table", "machine"))
}

# A table a paper; of what `reproduce` makes the file, of the rest the command.
html_coverage <- function(coverage) {
  lapply(split(coverage, by = "paper"), function(one) {
    htmltools::tagList(
      htmltools::tags$h3(one$paper[1]),
      html_table(one[, .(item, what, status, `how well` = merit,
                         `what is missing, and why` = why,
                         `file, or command` = fifelse(file == "", command,
                                                      file))],
                 text = c("item", "what", "status", "how well"),
                 wide = c("what is missing, and why", "file, or command")))
  })
}

html_summary <- function(summary, titles) {
  html_table(summary[, .(table = paste0(paper, ", Table ", table), machine,
                         what = titles[machine],
                         `cells predicted` = cells, `not run` = not_run,
                         `within 10%` = within_10, `within 25%` = within_25,
                         `within 50%` = within_50,
                         `median factor` = fifelse(
                           is.na(median_factor), "",
                           sprintf("%.2f", median_factor)))],
             text = c("table", "machine", "what"))
}

html_first_run <- function(sums) {
  html_table(sums[, .(table = paste0(paper, ", Table ", table), machine, cells,
                      `first run` = first_commit,
                      `within 25%` = first_within_25,
                      `median factor` = sprintf("%.2f", first_factor),
                      `this run` = substr(commit, 1, 7),
                      `within 25% now` = within_25,
                      `median factor now` = fifelse(
                        is.na(factor), "", sprintf("%.2f", factor)))],
             text = c("table", "machine", "first run", "this run"))
}

html_provenance <- function(rows) {
  shown <- setnames(copy(rows), c("results", "program"),
                    c("machine", "SHA-256 of the first program"))
  html_table(shown, text = names(shown))
}

# Every cell of the ledger, with the command that makes it again.
html_ledger <- function(ledger) {
  rows <- ledger[, .(paper, table, case = gsub(";", ", ", case), algorithm,
                     quantity, unit, published,
                     reproduced = fifelse(
                       is.na(suppressWarnings(as.numeric(reproduced))),
                       as.character(reproduced),
                       sprintf("%.4g", suppressWarnings(
                         as.numeric(reproduced)))),
                     ratio = fifelse(is.na(ratio), "", sprintf("%.2f", ratio)),
                     verdict, role, machine, note,
                     `made again by` = command_of(paper, table))]
  rows[is.na(reproduced), reproduced := ""]
  class <- matrix("", nrow(rows), ncol(rows))
  class[, which(names(rows) == "verdict")] <- verdict_class(rows$verdict)
  html_table(rows, c("paper", "table", "case", "algorithm", "quantity", "unit",
                     "verdict", "role", "machine"), class,
             c("note", "made again by"), sortable = TRUE)
}

# Numbers of schedules and patterns come with every run.
command_of <- function(paper, table) {
  timed <- grepl("^[0-9]+$", table) &
    !paste(paper, table) %in% c("ponnusamy1992 3", "ponnusamy1992 6",
                                "ponnusamy1992 10", "barnett1994 2")
  fifelse(timed, sprintf("./quadrille reproduce --only %s:%s", paper, table),
          "./quadrille reproduce")
}

claim_class <- function(verdict) {
  fcase(grepl("holds within noise", verdict), "fair",
        grepl("holds", verdict), "good", verdict == "not run", "",
        default = "poor")
}

# What a paper says, a row a machine: the words only once.
html_claims <- function(claims) {
  rows <- claims[, .(id, section, `the paper says` = claim,
                     `held against` = fifelse(
                       machine == "printed", "the paper's own table",
                       fifelse(machine == "none", "", machine)),
                     verdict, found, why)]
  rows[duplicated(id), `:=`(section = "", `the paper says` = "")]
  class <- matrix("", nrow(rows), ncol(rows))
  class[, which(names(rows) == "verdict")] <- claim_class(rows$verdict)
  html_table(rows, c("id", "section", "held against", "verdict"), class,
             c("the paper says", "found", "why"))
}
