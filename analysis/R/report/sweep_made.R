# analysis/R/report/sweep_made.R -- the parts of a sweep's report on precision
# and provenance.

# A row per variant: launches, samples, and half of the interval as a share of
# the median.
table_precision <- function(cases, results, precision) {
  named <- copy(cases)[, variant := paste0(
    results$labels[algorithm],
    fifelse(mode %in% c("library", "dynamic", ""), "", paste0(", ", mode)))]
  named[, width := half_width(named)]
  range_text <- function(values, format) {
    values <- values[!is.na(values)]
    if (length(values) == 0) "--"
    else paste(unique(format(range(values))), collapse = " to ")
  }
  rows <- named[, .(configurations = .N, patterns = uniqueN(seed),
                    launches = range_text(launches, format_plain),
                    samples = range_text(samples, format_plain),
                    `half interval / median` = range_text(width, short_percent),
                    reached = if (all(is.na(width))) "--" else sprintf(
                      "%d of %d", sum(width <= precision, na.rm = TRUE), .N)),
                by = .(algorithm = variant)]
  setnames(rows, "reached", sprintf("within %g%%", 100 * precision))
  if (results$simulated)
    rows <- rows[, !c("half interval / median", names(rows)[7]), with = FALSE]
  table_model(rows, paste("Launches and samples of each configuration (a case",
                          "and a pattern), by algorithm."))
}

# Why cells are missing: a row per verdict and reason.
table_cells <- function(results) {
  rows <- results$verdicts[, .(cells = .N), by = .(
    verdict, reason = fifelse(is.na(reason), "", reason))]
  missing <- results$num_cells - nrow(results$verdicts)
  if (missing > 0)
    rows <- rbind(rows, data.table(verdict = "missing",
                                   reason = "not measured", cells = missing))
  table_model(rows[order(-cells)], "Cells: one measurement each.",
              widths = c(reason = 0.4))
}

section_precision <- function(page) {
  tags$section(
    `aria-labelledby` = "precision",
    tags$h2(id = "precision", "Launches and precision"),
    tags$p(if (page$results$simulated)
      paste("Simulated: launches differ in when ranks start, or in nothing.",
            "Intervals are over patterns.")
      else paste0(capitalise(describe_precision(page$cases, page$precision)),
                  ".")),
    html_table(table_precision(page$cases, page$results, page$precision)),
    html_table(table_cells(page$results)))
}

capitalise <- function(text) {
  paste0(toupper(substr(text, 1, 1)), substring(text, 2))
}

section_sweep_made <- function(page) {
  file_shown <- function(name) {
    file <- file.path(page$folder, name)
    if (file.exists(file))
      tags$details(tags$summary(name), tags$pre(read_text(file)))
  }
  tags$section(
    `aria-labelledby` = "made",
    tags$h2(id = "made", "Made with"),
    html_table(table_provenance(provenance_rows(
      setNames(list(page$results), page$title))), is_cards = FALSE),
    lapply(c("experiment.yaml", "machine.yaml", "hardware.yaml",
             "software.yaml"), file_shown),
    tags$p(class = "note", paste0(R.version.string, ", data.table ",
           as.character(packageVersion("data.table")), ", ggplot2 ",
           as.character(packageVersion("ggplot2")), ". ./quadrille figures ",
           "--results DIR makes this page from the launches. All numbers:"),
           tags$a(href = "summary.csv", "summary.csv")))
}
