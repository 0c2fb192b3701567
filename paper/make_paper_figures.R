#!/usr/bin/env -S Rscript --vanilla
# paper/make_paper_figures.R ROOT RESULTS OUT [NAME] -- from results to what
# people read: report.html, summary.txt, figures/*.svg, *.pdf and *.csv, and the
# csv files of docs/data-dictionary.md, section paper/out; with NAME only the
# files of that figure.
# `quadrille figures` and `bazel run //paper:make-paper-figures` run it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- commandArgs(trailingOnly = TRUE)
if (!length(arguments) %in% 3:4)
  refuse("usage: make_paper_figures.R ROOT RESULTS OUT [NAME]")
root <- arguments[1]
results_folder <- arguments[2]
out <- arguments[3]
is_frozen <- normalizePath(results_folder) ==
  normalizePath(file.path(root, "paper/data/results"), mustWork = FALSE)
for (file in c("read_inputs.R", "list_figures.R"))
  source(file.path(root, "paper", file))

only <- if (length(arguments) == 4)
  require_name(arguments[4], names(figure_list), "figures: --only")
make_folder <- function() {
  dir.create(file.path(out, "figures"), recursive = TRUE, showWarnings = FALSE)
}
if (!is.null(only)) {
  make_folder()
  drawn <- write_figure(only, file.path(out, "figures"))
  if (is.null(drawn))
    refuse("figures: --only ", only, ": its results are not in ",
           results_folder)
  cat(sub("svg$", "{svg,pdf,csv}", drawn$file), "\n", sep = "")
  quit(status = 0)
}

summary <- summarise_ledger(rbind(ledger, null_model))
scores <- score_tables(ledger, if (nrow(simulated_tables$nulls) > 0)
  simulated_tables$nulls)
sensitivity <- count_sensitivity(ledger, outliers)
means <- total_scores(scores)

# The first results of the same machines.
commits <- vapply(split(experiments, by = "machine"), function(one) {
  c(unlist(lapply(runs[one$folder], function(run) run$provenance$commit)),
    NA_character_)[1]
}, "")
first_run <- compare_first_run(
  read_first_run(file.path(root, "paper", "data", "first_run")), ledger,
  commits)

# Bad input is refused before a file is written.
invisible(list(claims, coverage_listed, brackets, ablations, totals))
make_folder()
write_csv <- function(rows, name) {
  write_whole(file.path(out, name), function(file) fwrite(rows, file))
}
write_csv(ledger, "ledger.csv")
write_csv(claims, "claims.csv")
write_csv(disagreements, "disagreements.csv")
write_csv(scores, "scores.csv")
write_csv(totals, "totals.csv")
write_csv(sensitivity, "sensitivity.csv")
write_csv(first_run, "first_run.csv")
write_csv(brackets, "brackets.csv")
provenance <- provenance_rows(c(results, others))
write_csv(provenance, "provenance.csv")
if (!is.null(measured))
  write_csv(measured, "measured.csv")

if (!is.null(ablations))
  write_csv(ablations, "ablations.csv")
figures <- sapply(names(figure_list), write_figure,
                  folder = file.path(out, "figures"), simplify = FALSE)
figures <- Filter(Negate(is.null), figures)
coverage <- judge_coverage(coverage_listed, ledger, claims,
                           lapply(figures, `[[`, "claims"))
write_csv(coverage, "coverage.csv")
write_report(file.path(out, "report.html"), list(
  coverage = coverage, summary = summary, totals = totals, means = means,
  scores = scores, titles = titles,
  claims = mark_measured(copy(claims), root),
  first_run = summarise_first_run(first_run), figures = figures,
  labels = labels, ledger = ledger, measured = measured, errata = errata,
  outliers = outliers, sensitivity = sensitivity, brackets = brackets,
  today = frozen("today"), here = frozen("here"),
  disagreements = disagreements,
  peers = if (!is.null(peers)) summarise_peers(peers),
  undivided = if (!is.null(peers)) summarise_undivided(peers),
  model_parts = frozen("model_parts"), refitted = frozen("refitted"),
  provenance = provenance, networks = read_networks(root)),
  file.path(root, "analysis", "report"))

# The same as text: all of it in a file, a screen of it here.
parts <- list(coverage = coverage, summary = summary, ledger = ledger,
              claims = claims, totals = totals, means = means,
              measured = measured)
write_whole(file.path(out, "summary.txt"), function(file) {
  writeLines(capture.output(print_everything(parts)), file)
})
print_in_short(parts)
cat("report: ", file.path(out, "report.html"), "; more: ",
    file.path(out, "summary.txt"), "\n", sep = "")
