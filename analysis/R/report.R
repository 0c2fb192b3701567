# analysis/R/report.R -- the report: one HTML file that needs no other.

report_style <- "
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff;
       max-width: 70em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.25em; margin-top: 2em; }
table { border-collapse: collapse; font-size: 13px; margin: 1em 0; }
th, td { padding: 2px 8px; text-align: right; border-bottom: 1px solid #ddd;
         white-space: nowrap; }
th, td.text { white-space: normal; vertical-align: top; }
td.text:nth-last-child(-n+2) { min-width: 14em; }
.table { overflow-x: auto; }
th { border-bottom: 2px solid #888; } td.text, th.text { text-align: left; }
img { max-width: 100%; } code { background: #f4f4f4; }
.good { color: #1b7837; } .fair { color: #8a6d00; } .poor { color: #b2182b; }
.note { color: #555; font-size: 13px; }
"

verdict_class <- function(verdict) {
  classes <- c("exact" = "good", "within 5%" = "good", "within 10%" = "good",
               "within 25%" = "fair", "within 50%" = "fair")
  fifelse(verdict %in% names(classes), unname(classes[verdict]), "poor")
}

# A table of text cells; columns named in `text` are left-aligned. `class` is a
# matrix of CSS classes, or NULL.
html_table <- function(rows, text = character(), class = NULL) {
  columns <- names(rows)
  aligned <- fifelse(columns %in% text, "text", "")
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
    htmltools::tags$thead(header), htmltools::tags$tbody(body)))
}

html_figure <- function(file, caption) {
  encoded <- jsonlite::base64_enc(readBin(file, "raw", file.size(file)))
  htmltools::tags$figure(htmltools::tags$img(
    src = paste0("data:image/svg+xml;base64,", gsub("\n", "", encoded)),
    alt = caption))
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

# A table of measured numbers, a row a cell, in the unit that it was printed in.
html_times <- function(rows) {
  class <- matrix("", nrow(rows), 9)
  class[, 7] <- verdict_class(rows$verdict)
  html_table(rows[, .(case = gsub(";", ", ", case), algorithm, quantity,
                      published,
                      reproduced = fifelse(is.na(reproduced), "",
                                           sprintf("%.3g", as.numeric(reproduced))),
                      ratio = fifelse(is.na(ratio), "", sprintf("%.2f", ratio)),
                      verdict, role, note)],
             text = c("case", "algorithm", "quantity", "verdict", "role",
                      "note"),
             class = class)
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

html_exact <- function(ledger) {
  rows <- ledger[role == "exact"]
  class <- matrix("", nrow(rows), 6)
  class[, 5] <- verdict_class(rows$verdict)
  html_table(rows[, .(table = paste0(paper, ", Table ", table),
                      what = paste(algorithm, quantity,
                                   gsub(";", ", ", case)),
                      published, reproduced, verdict, note)],
             text = c("table", "what", "published", "reproduced", "verdict",
                      "note"), class = class)
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
                 text = c("item", "what", "status", "how well",
                          "what is missing, and why", "file, or command")))
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

# What every result was made with. No times: equal results give equal reports.
html_provenance <- function(results) {
  rows <- rbindlist(lapply(names(results), function(name) {
    if (is.null(results[[name]]))
      return(NULL)
    from <- results[[name]]$provenance
    text <- function(value) if (is.null(value)) "unknown" else value
    data.table(machine = name, commit = text(from$commit),
               `SHA-256 of the first program` =
                 sub(" .*", "", text(from$program_sha256)),
               MPI = text(from$mpi),
               `run on` = paste0(text(from$cpu), ", ", from$cpus_online,
                                 " cores"))
  }))
  html_table(rows, text = names(rows))
}

write_report <- function(file, parts) {
  tags <- htmltools::tags
  page <- htmltools::tagList(
    tags$h1("quadrille: what was published, and what comes back"),
    tags$p("Each number of the paper beside the same experiment, run again: ",
           "in a deterministic simulation of the machine of its time, and ",
           "on this machine. Simulated and measured times never share a ",
           "column or a curve without saying which is which."),
    tags$h2("What of the four papers comes back"),
    html_coverage(parts$coverage),
    tags$p(class = "note", describe_coverage(parts$coverage), ". Files are ",
           "beside this one, made by ./quadrille reproduce; those in docs/ ",
           "are the project's."),
    tags$h2("Cells, by table and machine"),
    html_summary(parts$summary, parts$titles),
    tags$p(class = "note", "Median factor: the median over cells of ",
           "max(ratio, 1/ratio). The null model is the largest degree times ",
           "(88 us + bytes / 5 MB/s), printed constants alone. Cells that ",
           "constants were fitted on, or taken from, do not count."),
    tags$h2("Errors, skill and order, by table"),
    html_scores(parts$scores),
    tags$p(class = "note", "An error is |ln(reproduced / published)|; the ",
           "skill, 1 - ours / null model's of the median errors. Order: ",
           "Kendall's tau-b of the algorithms of a case, where published ",
           "times closer than 10% are ties, in the mean over cases; and in ",
           "which share of them the published winner, or one within 10% of ",
           "it, wins."),
    tags$h2("The first run and this one"),
    html_first_run(parts$first_run),
    tags$p(class = "note", "What the simulated machines gave when they were ",
           "first whole, frozen in paper/data/first_run with what had been ",
           "seen by then. Cell by cell: first_run.csv."),
    tags$h2("What the papers say in words"),
    html_table(parts$claims[, .(paper = paste0(paper, ", ", section), claim,
                                machine, verdict, found)],
               text = c("paper", "claim", "machine", "verdict", "found")),
    tags$p(class = "note", "A claim holds of the means over patterns; within ",
           "noise it holds of some patterns, not of the mean. The machine was ",
           "made with those in view that are called fitted."),
    lapply(parts$figures, function(one) html_figure(one$file, one$caption)),
    tags$h2("Every cell of Table 11"),
    html_table11(parts$ledger, parts$labels),
    tags$p(class = "note", "* the cell that the machine's one fitted scalar ",
           "was fitted on; it does not count as reproduced. Simulated times ",
           "are means over the patterns."),
    if (!is.null(parts$measured)) htmltools::tagList(
      tags$h2("The same experiment measured on this machine"),
      html_measured(parts$measured, parts$labels)),
    lapply(split(parts$ledger[quantity %in% names(measured_columns) &
                                role != "exact" & table != "11"],
                 by = c("paper", "table", "machine")), function(one) {
      htmltools::tagList(
        tags$h2(sprintf("%s, Table %s, on %s", one$paper[1], one$table[1],
                        one$machine[1])),
        html_times(one))
    }),
    tags$h2("Printed schedules and costs"),
    html_exact(parts$ledger),
    tags$h2("Made with"),
    html_provenance(parts$results),
    tags$p(class = "note", R.version.string, ", data.table ",
           as.character(packageVersion("data.table")), ", ggplot2 ",
           as.character(packageVersion("ggplot2")), ". The same numbers as ",
           "csv: coverage.csv, ledger.csv, claims.csv, measured.csv."))
  write_whole(file, function(temporary) {
    writeLines(c("<!doctype html>", "<html lang=\"en\"><head>",
                 "<meta charset=\"utf-8\">",
                 "<meta name=\"viewport\" content=\"width=device-width\">",
                 "<title>quadrille: published and reproduced</title>",
                 paste0("<style>", report_style, "</style>"),
                 "</head><body>", as.character(page), "</body></html>"),
               temporary)
  })
}
