#!/usr/bin/env -S Rscript --vanilla
# paper/make_paper_figures.R ROOT RESULTS OUT [NAME] -- from results (a
# folder, or the frozen archive) to what people read: report.html, summary.txt,
# figures/*.svg, *.pdf and *.csv, and the csv files of docs/data-dictionary.md,
# section paper/out; with NAME only the files of that figure.
# `quadrille figures` and `bazel run //paper:make-paper-figures` run it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
for (file in c("read_inputs.R", "list_figures.R"))
  source(file.path(commandArgs(TRUE)[1], "paper", file))

make_paper_figures <- function(root, results, out, only = NULL) {
  inputs <- read_inputs(root, open_results(results))
  inputs$is_frozen <- !dir.exists(results)
  figures <- list_figures(inputs)
  folder <- file.path(out, "figures")
  if (!is.null(only)) {
    require_name(only, names(figures), "figures: --only")
    dir.create(folder, recursive = TRUE, showWarnings = FALSE)
    drawn <- write_figure(only, figures[[only]], inputs, folder)
    if (is.null(drawn))
      refuse("figures: --only ", only, ": its results are not in ",
             results)
    cat(sub("svg$", "{svg,pdf,csv}", drawn$file), "\n", sep = "")
    return(invisible())
  }
  # Tables first: bad input is refused before a file is written.
  tables <- tabulate_inputs(inputs)
  list(inputs$published$coverage, inputs$runs$machine_titles)
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  write_csv <- function(rows, name) {
    if (!is.null(rows))
      write_whole(file.path(out, paste0(name, ".csv")),
                  function(file) fwrite(rows, file))
  }
  Map(write_csv, tables, names(tables))
  drawn <- Filter(Negate(is.null), Map(write_figure, names(figures), figures,
                                       list(inputs), folder))
  tables$coverage <- judge_coverage(inputs$published$coverage, tables$ledger,
                                    tables$claims,
                                    lapply(drawn, `[[`, "claims"))
  write_csv(tables$coverage, "coverage")
  write_pages(inputs, tables, drawn, out)
}

# The tables of docs/data-dictionary.md, section paper/out, by the names of
# their files.
tabulate_inputs <- function(inputs) {
  runs <- inputs$runs
  ledger <- inputs$ledger
  # The first results of the same machines.
  commits <- vapply(split(runs$experiments, by = "machine"), function(one) {
    c(unlist(lapply(runs$by_folder[one$folder],
                    function(run) run$provenance$commit)), NA_character_)[1]
  }, "")
  first_run <- read_first_run(file.path(inputs$root, "paper/data/first_run"))
  list(ledger = ledger$rows, claims = inputs$claims,
       disagreements = inputs$disagreements,
       scores = score_tables(ledger$rows, ledger$null_model),
       nulls = ledger$nulls, elapsed = ledger$elapsed,
       timesharing = ledger$timesharing, totals = ledger$totals,
       sensitivity = count_sensitivity(ledger$rows, inputs$published$outliers),
       first_run = compare_first_run(first_run, ledger$rows, commits),
       brackets = ledger$brackets,
       provenance = provenance_rows(c(runs$table11_runs, runs$other_runs)),
       measured = runs$measured_here, ablations = runs$ablations)
}

# report.html and, as text, summary.txt; a screen of it is printed.
write_pages <- function(inputs, tables, figures, out) {
  frozen <- inputs$frozen
  peers <- frozen("peers")
  means <- total_scores(tables$scores)
  parts <- c(tables, list(
    summary = summarise_ledger(rbind(tables$ledger,
                                     inputs$ledger$null_of_table11)),
    means = means, figures = figures,
    winners = list_winners(means, score_once(tables$ledger)),
    titles = inputs$runs$machine_titles,
    labels = inputs$runs$algorithm_labels, errata = inputs$published$errata,
    outliers = inputs$published$outliers,
    today = claims_elsewhere(frozen("today")),
    here = claims_elsewhere(frozen("here")),
    peers = if (!is.null(peers)) summarise_peers(peers),
    undivided = if (!is.null(peers)) summarise_undivided(peers),
    model_parts = frozen("model_parts"), refitted = frozen("refitted"),
    networks = read_networks(inputs$root)))
  text <- file.path(out, "summary.txt")
  write_whole(text, function(file) {
    writeLines(capture.output(print_everything(parts)), file)
  })
  print_in_short(parts)
  parts$claims <- mark_measured(copy(parts$claims), inputs$root)
  parts$first_run <- summarise_first_run(parts$first_run)
  report <- file.path(out, "report.html")
  write_report(report, parts, file.path(inputs$root, "analysis", "report"))
  cat("report: ", report, "; more: ", text, "\n", sep = "")
}

arguments <- commandArgs(trailingOnly = TRUE)
if (!length(arguments) %in% 3:4)
  refuse("usage: make_paper_figures.R ROOT RESULTS OUT [NAME]")
do.call(make_paper_figures, as.list(arguments))
