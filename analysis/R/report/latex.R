# analysis/R/report/latex.R -- tables and numbers as LaTeX, for paper/paper.tex.
#
# Texts of csv and YAML files are escaped here; a table is a longtable, which
# repeats its head on every page.

# Characters with a meaning in LaTeX, or that would form a ligature.
latex_specials <- c(
  "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "$" = "\\$",
  "&" = "\\&", "#" = "\\#", "_" = "\\_", "%" = "\\%",
  "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}", "<" = "\\textless{}",
  ">" = "\\textgreater{}", "|" = "\\textbar{}", "\"" = "\\textquotedbl{}",
  "`" = "\\textasciigrave{}")

# The paper names the four papers by their first authors; commands keep keys.
paper_authors <- c(ponnusamy1992 = "Ponnusamy", wang1993 = "Wang",
                   barnett1994 = "Barnett", ranka1995 = "Ranka")
by_author <- function(text) {
  for (key in names(paper_authors))
    text <- gsub(paste0("\\b", key, "\\b(?!:)"), paper_authors[[key]], text,
                 perl = TRUE)
  text
}

# Each character separately, so that no replacement is replaced again.
latex_escape <- function(text) {
  text <- by_author(as.character(text))
  text[is.na(text)] <- ""
  characters <- strsplit(gsub("[\r\n]+", " ", text), "")
  escaped <- vapply(characters, function(one) {
    special <- one %in% names(latex_specials)
    one[special] <- latex_specials[one[special]]
    paste(one, collapse = "")
  }, "")
  gsub("--", "-{}-", escaped, fixed = TRUE)
}

# Names, paths and cases are long words: lines may break after these characters.
latex_breakable <- function(text) {
  gsub("(\\\\_|[/=;,:])", "\\1\\\\allowbreak{}", latex_escape(text))
}

latex_code <- function(text) {
  broken <- latex_breakable(text)
  fifelse(broken == "", "", paste0("\\texttt{", broken, "}"))
}

latex_percent <- function(share) {
  fifelse(is.na(share), "--", sprintf("%.0f\\%%", 100 * share))
}

# A number that the text uses: \Name.
latex_command <- function(name, value) {
  if (!all(grepl("^[A-Z][A-Za-z]*$", name)))
    stop("a command of LaTeX has letters only, not ",
         name[!grepl("^[A-Z][A-Za-z]*$", name)][1])
  sprintf("\\newcommand{\\%s}{%s}", name, value)
}

# Rows of a table whose cells are LaTeX already.
latex_rows <- function(cells) {
  if (length(cells[[1]]) == 0)
    return(character())
  paste0(do.call(paste, c(unname(as.list(cells)), sep = " & ")), " \\\\")
}

# A line of words across all columns.
latex_span <- function(words, columns) {
  sprintf("\\multicolumn{%d}{l}{\\emph{%s}} \\\\*", columns, words)
}

# Marks the lines of a table after which no page may break: all lines of a small
# table of single lines; otherwise those at its head and its end.
latex_keep <- function(body, columns) {
  lines <- length(body)
  small <- lines <= 34 && !any(startsWith(columns, "W"))
  kept <- seq_len(lines - 1)
  if (!small)
    kept <- kept[kept <= 2 | kept >= lines - 2]
  body[kept] <- sub("\\\\\\\\[*]?$", "\\\\\\\\*", body[kept])
  body
}

# A longtable; `columns` are the entries of the preamble, `head` and `body`
# lines.
latex_longtable <- function(columns, head, body, caption, label) {
  if (length(body) == 0)
    body <- latex_span("no results", length(columns))
  c("\\begingroup\\TableSize",
    sprintf("\\begin{longtable}{@{}%s@{}}", paste(columns, collapse = "")),
    sprintf("\\caption{%s}\\label{%s}\\\\", caption, label),
    "\\toprule", head, "\\midrule\\endfirsthead",
    "\\toprule", head, "\\midrule\\endhead",
    "\\bottomrule\\endfoot", latex_keep(body, columns), "\\end{longtable}",
    "\\endgroup")
}

# A table_model as a longtable.
latex_table <- function(model, label) {
  caption <- latex_escape(model$caption)
  if (NROW(model$rows) == 0)
    return(latex_longtable("l", "\\\\", character(), caption, label))
  titles <- model$titles
  columns <- fifelse(!is.na(model$width), sprintf("W{%.3f}", model$width),
                     fifelse(is_left(model$kind), "l", "r"))
  escapes <- lapply(model$kind, switch, code = latex_code, latex_breakable)
  cells <- latex_rows(Map(cell_text, model$rows[, titles, with = FALSE],
                          model$kind, escapes))
  groups <- row_groups(model)
  body <- unlist(Map(function(name, rows) {
    c(if (name != "") latex_span(latex_code(name), length(columns)),
      cells[rows])
  }, names(groups), groups), use.names = FALSE)
  latex_longtable(columns, latex_rows(as.list(latex_escape(titles))), body,
                  caption, label)
}

# Marks of reproduced numbers that are no predictions.
latex_marks <- c(calibration = "\\textdagger{}", input = "\\textdaggerdbl{}")

# The three columns of a ledger's cell: printed, reproduced, and their ratio. A
# ratio beyond 50% is bold, and a number that should be equal and is not.
latex_cells <- function(cells) {
  bold <- function(text, which) {
    fifelse(which, paste0("\\textbf{", text, "}"), text)
  }
  mark <- unname(latex_marks[cells$role])
  mark[is.na(mark)] <- ""
  is_exact <- cells$role == "exact"
  ours <- fifelse(is_exact & cells$reproduced != "",
                  latex_escape(cells$reproduced),
                  digits_text(cells$reproduced))
  data.table(printed = latex_escape(cells$published),
             ours = paste0(bold(ours, cells$verdict == "contradicts"), mark),
             ratio = bold(fixed_text(cells$ratio),
                          cells$verdict == "beyond 50%"))
}

# Cells of the ledger in wide form: a row per combination of `keys`, in order of
# appearance; for each of `groups`, values of column `by`, the columns `shown`.
# Cells that a paper does not print are empty.
latex_wide_rows <- function(cells, keys, by, groups,
                            shown = c("printed", "ours", "ratio")) {
  wide <- unique(cells[, keys, with = FALSE])
  rows <- lapply(wide, function(column) {
    fifelse(is.na(column), "", latex_escape(column))
  })
  for (group in groups) {
    mine <- cells[get(by) == group]
    found <- latex_cells(mine)[mine[wide, on = keys, which = TRUE,
                                    mult = "first"], shown, with = FALSE]
    rows <- c(rows, lapply(found, function(one) fifelse(is.na(one), "", one)))
  }
  # A little space between runs of the first key.
  first <- as.character(wide[[1]])
  runs <- rle(first)$lengths
  changes <- c(FALSE, first[-1] != head(first, -1)) &
    length(runs) > 1 & mean(runs) >= 2
  paste0(fifelse(changes, "\\addlinespace[2pt]", ""), latex_rows(rows))
}

# The two header lines of such columns.
latex_wide_head <- function(keys, groups,
                            shown = c("printed", "ours", "ratio")) {
  from <- length(keys) + 1 + length(shown) * (seq_along(groups) - 1)
  above <- sprintf("\\multicolumn{%d}{c}{%s}", length(shown), groups)
  rules <- sprintf("\\cmidrule(lr){%d-%d}", from, from + length(shown) - 1)
  names <- latex_escape(c(keys, rep(shown, length(groups))))
  c(paste0(paste(c(rep("", length(keys)), above), collapse = " & "), " \\\\"),
    paste(rules, collapse = ""), latex_rows(as.list(names)))
}

# A printed table of one machine, its quantities below each other: a column
# group per algorithm. `words` names quantities.
latex_printed <- function(cells, keys, words, caption, label) {
  groups <- unique(cells$algorithm)
  own <- cbind(cells, split_pairs(cells$case))
  columns <- length(keys) + 3 * length(groups)
  body <- unlist(lapply(unique(cells$quantity), function(name) {
    one <- own[quantity == name]
    if (!name %in% names(words))
      words[[name]] <- gsub("_", " ", name)
    unit <- if (one$unit[1] == "") "" else sprintf(" [%s]", one$unit[1])
    c(latex_span(paste0(words[[name]], unit), columns),
      latex_wide_rows(one, keys, "algorithm", groups))
  }))
  latex_longtable(rep("r", columns),
                  latex_wide_head(keys, latex_code(groups)), body, caption,
                  label)
}

# A printed table whose columns are quantities.
latex_quantities <- function(cells, keys, caption, label) {
  groups <- unique(cells$quantity)
  own <- cbind(cells, split_pairs(cells$case))
  unit <- own$unit[match(groups, own$quantity)]
  # "most_messages" needs no unit.
  is_named <- unit == "" | mapply(grepl, unit, groups, fixed = TRUE)
  names <- paste0(gsub("_", " ", groups),
                  fifelse(is_named, "", sprintf(" [%s]", unit)))
  shown <- c("printed", "ours", if (any(own$role != "exact")) "ratio")
  latex_longtable(rep("r", length(keys) + length(shown) * length(groups)),
                  latex_wide_head(keys, latex_escape(names), shown),
                  latex_wide_rows(own, keys, "quantity", groups, shown),
                  caption, label)
}

# A printed table on several machines: a row per algorithm; the printed number
# once.
latex_machines <- function(cells, keys, caption, label) {
  own <- cbind(cells, split_pairs(cells$case))
  setnames(own, "published", "printed")
  own[, published := printed]
  keys <- c("algorithm", keys, "printed")
  own <- own[order(match(algorithm, unique(algorithm)))]
  machines <- unique(own$machine)
  shown <- c("ours", "ratio")
  latex_longtable(c("l", rep("r", length(keys) - 1),
                    rep("r", 2 * length(machines))),
                  latex_wide_head(keys, latex_code(machines), shown),
                  latex_wide_rows(own, keys, "machine", machines, shown),
                  caption, label)
}

# A printed schedule, a row per round; where ours differs it is in brackets.
latex_schedule <- function(cells, caption, label) {
  arrow <- function(text) {
    gsub("->", "$\\to$", gsub("<->", "$\\leftrightarrow$", text, fixed = TRUE),
         fixed = TRUE)
  }
  own <- cbind(cells, split_pairs(cells$case))
  own[, text := fifelse(reproduced == published, arrow(published),
                        sprintf("%s \\textbf{[%s]}", arrow(published),
                                fifelse(reproduced == "", "not run",
                                        arrow(reproduced))))]
  wide <- dcast(own, round ~ entry, value.var = "text", fill = "")
  entries <- ncol(wide) - 1
  latex_longtable(rep("l", entries + 1),
                  latex_rows(as.list(c("round", rep("", entries)))),
                  latex_rows(wide[, lapply(.SD, as.character)]), caption, label)
}

# "paper table case algorithm quantity" of several cells; each table once.
latex_declared_cells <- function(cells) {
  parts <- strsplit(cells, " ", fixed = TRUE)
  table <- vapply(parts, function(one) paste0(one[1], ", Table ", one[2]), "")
  rest <- vapply(parts, function(one) {
    paste(setdiff(one[-(1:2)], "none"), collapse = " ")
  }, "")
  paste(vapply(unique(table), function(one) {
    paste0(one, ": ", paste(rest[table == one], collapse = ", "))
  }, ""), collapse = "; ")
}

# The fitted scalars and the inputs of one file of hardware or software, a row
# each.
latex_declared <- function(part, file) {
  declared_in(part)[, .(
    file = rep(file, .N), key = scalar, value = fifelse(
      is.na(value), "see source", vapply(value, format, "", digits = 6)),
    is = sub("inputs", "input", how), source,
    cells = vapply(cells, latex_declared_cells, ""))]
}
