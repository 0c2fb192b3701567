# analysis/R/report/html_tables.R -- tables of the report.

verdict_class <- function(verdict) {
  fcase(verdict %in% c("exact", "within 5%", "within 10%"), "good",
        verdict %in% c("within 25%", "within 50%"), "fair",
        grepl("holds within noise|holds for ", verdict), "fair",
        grepl("holds|^between$", verdict), "good",
        verdict %in% c("not run", "undecided"), "",
        default = "poor")
}

# The classes of columns: text is aligned to the left; a broad column has room.
classes_of_columns <- function(model) {
  broad <- fcoalesce(model$width, 0) >= 0.2
  side <- fcase(model$kind == "verdict", "text verdict",
                is_left(model$kind), "text", default = "")
  trimws(paste(side, fifelse(broad, "wide", "")))
}

# A table of text, with columns that wrap, becomes cards on a narrow screen;
# report.js names their cells.
# `class`: CSS classes of the cells, a vector a column; without it those of the
# verdicts. `more`: a list by name, a last column of tags.
html_table <- function(model, class = NULL, sortable = FALSE, more = NULL,
                       is_cards = sum(!is.na(model$width)) > 2) {
  if (NROW(model$rows) == 0)
    return(htmltools::tagList(tags$p(model$caption), tags$p("no results")))
  titles <- model$titles
  aligned <- classes_of_columns(model)
  text <- Map(cell_text, model$rows[, titles, with = FALSE], model$kind,
              list(identity))
  if (is.null(class))
    class <- Map(function(cells, kind) {
      if (kind == "verdict") verdict_class(cells) else rep("", length(cells))
    }, text, model$kind)
  row <- function(r) tags$tr(lapply(seq_along(titles), function(c) {
    tags$td(text[[c]][r], class = trimws(paste(aligned[c], class[[c]][r])))
  }), if (!is.null(more)) tags$td(class = "text", more[[1]][[r]]))
  groups <- row_groups(model)
  body <- unname(Map(function(name, rows) {
    tags$tbody(if (name != "") tags$tr(tags$th(
      name, class = "text above", colspan = length(titles),
      scope = "rowgroup")), lapply(rows, row))
  }, names(groups), groups))
  tags$div(class = "table", tags$table(
    class = if (sortable) "sortable" else if (is_cards) "cards",
    tags$caption(tags$span(model$caption)),
    tags$thead(tags$tr(
      Map(function(title, side) tags$th(title, class = side, scope = "col"),
          titles, aligned),
      if (!is.null(more))
        tags$th(names(more), class = "text", scope = "col"))),
    body))
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
  html_table(table_model(
    shown, paste("Table 11: published and simulated times, and ratios of",
                 "simulated to published."), kinds = kinds), class)
}

# What opens below a row of the ledger.
ledger_details <- function(row) {
  tags$details(
    tags$summary(row$role),
    tags$p(with(row, paste0(machine, if (!is.na(workload) && workload != "")
      paste0(", ", workload), if (seen != "") paste0("; ", seen), ". ",
      if (isTRUE(mean_within > mean_limit))
        sprintf("Mean of %d draws, known within %.0f%%. ", draws,
                100 * mean_within),
      if (note != "") paste0(note, ". "))),
      tags$code(command_of(row$paper, row$table))))
}

# Every cell of the ledger, those that are furthest off first.
html_ledger <- function(ledger) {
  ledger <- ledger[order(-abs(log(ratio)), na.last = TRUE)]
  rows <- ledger[, .(paper, table, case = gsub(";", ", ", case), algorithm,
                     quantity, published = trimws(paste(published, unit)),
                     reproduced, ratio, verdict)]
  number <- suppressWarnings(as.numeric(rows$reproduced))
  rows[!is.na(number), reproduced := sprintf("%.4g", number[!is.na(number)])]
  html_table(table_model(
    rows, paste("Every printed number and ours, those that are furthest off",
                "first. The last column opens to the machine, the reason and",
                "the command of ./quadrille."),
    kinds = c(published = "value", reproduced = "value",
                    verdict = "verdict")), sortable = TRUE,
    more = list(role = lapply(seq_len(nrow(ledger)), function(i)
      ledger_details(ledger[i]))))
}

# Menus that select rows by the values of a column.
ledger_menus <- function(ledger) {
  lapply(c("paper", "verdict", "role"), function(column) {
    tags$label(column, tags$select(
      `data-column` = column, tags$option(value = "", "all"),
      lapply(sort(unique(ledger[[column]])), tags$option)))
  })
}

# Numbers of schedules and patterns come with every run.
command_of <- function(paper, table) {
  timed <- grepl("^[0-9]+$", table) &
    !paste(paper, table) %in% c("ponnusamy1992 3", "ponnusamy1992 6",
                                "ponnusamy1992 10", "barnett1994 2")
  fifelse(timed, sprintf("reproduce --only %s:%s", paper, table), "reproduce")
}
