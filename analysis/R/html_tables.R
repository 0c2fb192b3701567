# analysis/R/html_tables.R -- tables of the report.

verdict_class <- function(verdict) {
  fcase(verdict %in% c("exact", "within 5%", "within 10%"), "good",
        verdict %in% c("within 25%", "within 50%"), "fair",
        grepl("holds within noise|holds for ", verdict), "fair",
        grepl("holds|^between$", verdict), "good", verdict == "not run", "",
        default = "poor")
}

# Text is aligned to the left; a broad column has room. `class`: CSS classes of
# the cells, a vector a column; without it those of the verdicts.
html_table <- function(model, class = NULL, sortable = FALSE) {
  tags <- htmltools::tags
  caption <- tags$p(class = "caption", model$caption)
  if (NROW(model$rows) == 0)
    return(htmltools::tagList(caption, tags$p("no results")))
  titles <- model$titles
  aligned <- trimws(paste(fifelse(is_left(model$kind), "text", ""),
                          fifelse(fcoalesce(model$width, 0) >= 0.2, "wide",
                                  "")))
  text <- Map(cell_text, model$rows[, titles, with = FALSE], model$kind,
              list(identity))
  if (is.null(class))
    class <- Map(function(cells, kind) {
      if (kind == "verdict") verdict_class(cells) else rep("", length(cells))
    }, text, model$kind)
  row <- function(r) tags$tr(lapply(seq_along(titles), function(c) {
    tags$td(text[[c]][r], class = trimws(paste(aligned[c], class[[c]][r])))
  }))
  groups <- row_groups(model)
  body <- unname(Map(function(name, rows) {
    list(if (name != "") tags$tr(tags$th(name, class = "text above",
                                         colspan = length(titles))),
         lapply(rows, row))
  }, names(groups), groups))
  htmltools::tagList(
    if (!is.null(model$caption)) caption,
    tags$div(class = "table", tags$table(
      class = if (sortable) "sortable",
      tags$thead(tags$tr(Map(function(title, side) tags$th(title, class = side),
                             titles, aligned))),
      tags$tbody(body))))
}

# Published and reproduced side by side, a row a case and algorithm, a pair of
# columns a machine.
html_table11 <- function(ledger, labels) {
  rows <- split_case(ledger[table == "11"])
  machines <- unique(rows$machine)
  wide <- unique(rows[, .(density, bytes, algorithm, published)])
  shown <- wide[, .(density, bytes, algorithm = labels[algorithm],
                    `published [ms]` = published)]
  class <- rep(list(rep("", nrow(wide))), 4)
  for (name in machines) {
    mine <- rows[machine == name][wide, on = .(density, bytes, algorithm)]
    shown[, (paste(name, "[ms]")) := fifelse(
      is.na(mine$reproduced), "not run",
      paste0(fixed_text(mine$reproduced, 3),
             fifelse(mine$role == "calibration", "*", "")))]
    shown[, (paste(name, "ratio")) := mine$ratio]
    class <- c(class, list(rep("", nrow(wide)), verdict_class(mine$verdict)))
  }
  right <- c("published [ms]", paste(machines, "[ms]"))
  kinds <- c(density = "percent", setNames(rep("value", length(right)), right))
  html_table(table_model(shown, kinds = kinds), class)
}

# Every cell of the ledger, with the command that makes it again.
html_ledger <- function(ledger) {
  rows <- ledger[, .(paper, table, case = gsub(";", ", ", case), algorithm,
                     quantity, unit, published, reproduced, ratio, verdict,
                     role, machine, traffic = workload, note,
                     `made again by` = command_of(paper, table))]
  number <- suppressWarnings(as.numeric(rows$reproduced))
  rows[!is.na(number), reproduced := sprintf("%.4g", number[!is.na(number)])]
  html_table(table_model(
    rows, kinds = c(published = "value", reproduced = "value",
                    verdict = "verdict"),
    widths = c(note = .3, `made again by` = .3)), sortable = TRUE)
}

# Numbers of schedules and patterns come with every run.
command_of <- function(paper, table) {
  timed <- grepl("^[0-9]+$", table) &
    !paste(paper, table) %in% c("ponnusamy1992 3", "ponnusamy1992 6",
                                "ponnusamy1992 10", "barnett1994 2")
  fifelse(timed, sprintf("./quadrille reproduce --only %s:%s", paper, table),
          "./quadrille reproduce")
}
