# analysis/R/report/table_model.R -- a table that the report and the paper both
# show: html_table and latex_table render it.

# Columns have their titles as names. The kind of a column is "text", "code" (a
# name), "verdict", "value" (as it is, to the right), "number" (two decimals),
# "digits" (four significant digits) or "percent"; if `kinds` does not name it,
# its type decides. Columns in `widths` wrap; a width is a part of a page's.
# `above` is a column whose value is printed once, above its rows.
table_model <- function(rows, caption = NULL, kinds = character(),
                        widths = numeric(), above = NULL) {
  kind <- vapply(rows, function(values) {
    if (is.character(values)) "text"
    else if (is.double(values)) "number"
    else "value"
  }, "")
  kind[names(kinds)] <- kinds
  titles <- setdiff(names(rows), above)
  list(rows = rows, caption = caption, titles = titles, kind = kind[titles],
       width = setNames(widths[titles], titles), above = above)
}

is_left <- function(kind) kind %in% c("text", "code", "verdict")

# What a table is made of, or NULL if there are no rows to make it of.
some <- function(rows, shown) if (NROW(rows) > 0) shown

# Four digits are more than any of the papers' machines was steady to.
digits_text <- function(value, digits = 4) {
  value <- suppressWarnings(as.numeric(value))
  text <- sub("[.]$", "", formatC(value, digits = digits, format = "fg",
                                  flag = "#"))
  fifelse(is.na(value), "--", trimws(fifelse(value == 0, "0", text)))
}

fixed_text <- function(value, decimals = 2) {
  value <- suppressWarnings(as.numeric(value))
  fifelse(is.finite(value), sprintf("%.*f", as.integer(decimals), value), "--")
}

# The cells of a column as plain text; `escape` is the renderer's, and leaves
# the dash of a missing value to it.
cell_text <- function(values, kind, escape) {
  text <- switch(kind, number = fixed_text(values),
                 digits = digits_text(values),
                 percent = paste0(signif(100 * values, 3), "%"),
                 as.character(values))
  fifelse(is.na(values) | text %in% "--", "--", escape(text))
}

# Groups of rows, by name, below one value of `above`; without it a group "".
row_groups <- function(model) {
  if (is.null(model$above))
    return(setNames(list(seq_len(nrow(model$rows))), ""))
  value <- model$rows[[model$above]]
  split(seq_along(value), factor(value, unique(value)))
}

# The first ten digits of a commit, and whether files had been changed since.
short_commit <- function(commit) {
  commit <- trimws(commit)
  paste0(substr(commit, 1, 10),
         fifelse(endsWith(commit, "-dirty"), "-dirty", ""))
}

# "Table 4", "test set 3".
name_of <- function(table) {
  fifelse(grepl("^[0-9]+$", table), paste("Table", table),
          sub("_set", " set ", table))
}
table_of <- function(paper, table) paste0(paper, ", ", name_of(table))
