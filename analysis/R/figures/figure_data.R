# analysis/R/figures/figure_data.R -- the numbers of a figure, for those who
# draw or compare them otherwise.

# A plot with the numbers that it shows, where these are not just its data.
carry_numbers <- function(plot, rows) {
  attr(plot, "numbers") <- rows
  plot
}

# What a plot shows; of a page of several plots, one table with a column
# `panel`, which has the plots' names. NULL without any.
data_of_figure <- function(plot) {
  if (inherits(plot, "figure_page"))
    return(data_of_page(do.call(c, plot$rows)))
  rows <- attr(plot, "numbers")
  if (is.null(rows) && is.ggplot(plot) && is.data.frame(plot$data))
    rows <- plot$data
  if (NROW(rows) > 0)
    as.data.table(rows)
}

data_of_page <- function(plots) {
  if (length(plots) > 0 && is.null(names(plots)))
    names(plots) <- paste("plot", seq_along(plots))
  parts <- lapply(plots, function(plot) {
    rows <- copy(data_of_figure(plot))
    # A panel of a plot that has several.
    if ("panel" %in% names(rows)) setnames(rows, "panel", "panel_of_plot")
    else rows
  })
  parts <- Filter(Negate(is.null), parts)
  if (length(parts) > 0)
    rbindlist(parts, fill = TRUE, idcol = "panel")
}

# Columns that a csv can have, each once, without those that are empty.
plain_columns <- function(data) {
  is_plain <- vapply(data, function(values) {
    is.atomic(values) && !all(is.na(values) | values == "")
  }, NA)
  kept <- is_plain & !duplicated(sub("[.][0-9]+$", "", names(data)))
  rows <- as.data.table(data)[, which(kept), with = FALSE]
  rows[, lapply(.SD, function(values) {
    if (is.numeric(values) || is.logical(values)) values
    else gsub("[[:space:]]+", " ", as.character(values))
  })]
}

# A csv whose first line says where its numbers are from: `about` is named; what
# is empty is left out.
write_figure_data <- function(file, data, about) {
  about <- gsub("[[:space:]]+", " ", about[!is.na(about) & about != ""])
  write_whole(file, function(temporary) {
    writeLines(paste0("# ", paste0(names(about), ": ", about,
                                   collapse = "; ")), temporary)
    fwrite(plain_columns(data), temporary, append = TRUE, col.names = TRUE)
  })
}
