#!/usr/bin/env -S Rscript --vanilla
# paper/make_paper_figures.R ROOT RESULTS OUT -- from results to what people
# read: report.html, summary.txt, figures/*.svg and *.pdf, and the csv files of
# docs/data-dictionary.md, section paper/out.
# `quadrille figures` and `bazel run //paper:make-paper-figures` run it.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "RESULTS", "OUT")
root <- arguments$root
results_folder <- arguments$results
out <- arguments$out

# Published numbers and results.
published <- read_published(file.path(root, "analysis", "published"))
errata <- read_named(file.path(root, "analysis", "errata.csv"),
                     colClasses = "character")
experiments <- read_experiments(root, results_folder)
figures_listed <- read_figures(file.path(root, "paper", "figures.yaml"))
coverage_listed <- read_coverage(file.path(root, "paper", "coverage.csv"))
claims_listed <- read_claims(file.path(root, "analysis", "published",
                                       "claims.yaml"))
listed <- read_pattern_list(root)
# Each folder is read once.
runs <- sapply(unique(experiments$folder), read_results, simplify = FALSE)
# Tables of times with printed numbers; and the others.
with_numbers <- has_numbers(experiments, published)
printed <- experiments[with_numbers]
ablated <- lapply(split(experiments[!with_numbers & role == "prediction"],
                        by = "experiment"),
                  function(one) runs[[one$folder]])
table11 <- printed[paper == "ponnusamy1992" & table == "11"]
results <- setNames(runs[table11$folder], table11$machine)
others <- printed[!table11, on = "folder"]
others <- setNames(runs[others$folder], others$experiment)
titles <- c(vapply(unique(printed$machine), function(name) {
  file <- file.path(root, "configs", "machines", paste0(name, ".yaml"))
  as.character(read_shaped_yaml(file, shape_machine)$title)
}, ""), "null model" = "largest degree x (88 us + bytes / 5 MB/s)")
schedules <- sapply(c("ls", "ps", "bs", "gs"), function(name) {
  read_schedule(file.path(results_folder, "schedules",
                          paste0("ponnusamy1992_table6_", name, ".csv")))
}, simplify = FALSE)
recursive <- read_schedule(file.path(results_folder, "schedules",
                                     "ponnusamy1992_8_rex.csv"))
crossing <- sapply(c("16", "64"), function(procs) {
  sapply(c("pex", "bex"), function(name) {
    read_schedule(file.path(results_folder, "schedules",
                            sprintf("ponnusamy1992_%s_%s.csv", procs, name)))
  }, simplify = FALSE)
}, simplify = FALSE)

# The ledger: simulated machines, schedules and patterns, without other
# machines.
simulated <- table11[kind == "simulated"]
simulated_tables <- ledger_simulated(printed, published, runs)
nulls <- simulated_tables$nulls
predictions <- sapply(c("barnett1994_table2", "growth"), function(name) {
  file <- file.path(results_folder, "predictions", paste0(name, ".csv"))
  if (file.exists(file))
    read_named(file, colClasses = list(character = "beta"))
}, simplify = FALSE)
ledger <- rbindlist(c(list(simulated_tables$ledger,
                           ledger_patterns(published, listed,
                                           read_patterns(listed,
                                                         results_folder)),
                           ledger_strategies(published,
                                             predictions$barnett1994_table2,
                                             errata),
                           ledger_rounds(published, schedules),
                           ledger_schedule(published, "3", recursive, errata),
                           ledger_schedule(published, "10", schedules$gs,
                                           errata))))
ledger <- rbind(ledger, ledger_missing(published, ledger))
looks <- read_looked_at(root, published)
check_looked_at(looks, experiments, root)
invisible(mark_seen(ledger, looks))
note_misses(ledger, read_misses(root))
# Results that take too long to make each time; data/README.md has the commands.
frozen <- function(name) {
  file <- file.path(root, "paper", "data", paste0(name, ".csv"))
  if (file.exists(file)) read_frozen(file)
}
# Labels come with the results; names are used without any.
labels <- c(unlist(unname(lapply(results, `[[`, "labels"))),
            setNames(nm = unique(published$algorithm)))
labels <- labels[!duplicated(names(labels))]
null_model <- if (nrow(nulls) > 0)
  nulls[paper == "ponnusamy1992" & table == "11"]
summary <- summarise_ledger(rbind(ledger, null_model))
scores <- score_tables(ledger, if (nrow(nulls) > 0) nulls)
outliers <- read_named(file.path(root, "analysis", "outliers.csv"),
                       colClasses = "character")
brackets <- bracket_cells(ledger)
sensitivity <- count_sensitivity(ledger, outliers)
totals <- total_cells(ledger, read_unseen(root))
means <- total_scores(scores)
ablations <- summarise_ablations(ablated)
paragon <- read_shaped_yaml(file.path(root, "configs", "machines",
                                      "paragon_16x32.yaml"),
                            shape_machine)$network
lengths <- list(whole = frozen("barnett_lengths_16x32"),
                other = frozen("barnett_lengths_15x30"))
table3 <- published_table3(published)
peers <- if (!is.null(frozen("peers"))) as_peer_cells(frozen("peers"))
# The samples for the claims: by machine, by experiment.
samples <- samples_by_machine(experiments, runs)
samples$printed <- printed_samples(printed, published)
samples$none$schedules <- crossing_samples(crossing)
samples$paragon_16x32$barnett_lengths_16x32 <- frozen_samples(lengths$whole)
samples$paragon_16x32$barnett_orders <- frozen_samples(frozen("barnett_orders"))
samples$paragon_15x30$barnett_lengths_15x30 <- frozen_samples(lengths$other)
samples$paragon_13x31$barnett_prime <- frozen_samples(frozen("barnett_prime"))
claims <- judge_claims(claims_listed, samples)
measured <- if (!is.null(results$local))
  measured_table11(published, results$local, "local")

# The first results of the same machines.
commits <- vapply(split(experiments, by = "machine"), function(one) {
  c(unlist(lapply(runs[one$folder], function(run) run$provenance$commit)),
    NA_character_)[1]
}, "")
first_run <- compare_first_run(
  read_first_run(file.path(root, "paper", "data", "first_run")), ledger,
  commits)

# Files.
dir.create(file.path(out, "figures"), recursive = TRUE, showWarnings = FALSE)
write_csv <- function(rows, name) {
  write_whole(file.path(out, name), function(file) fwrite(rows, file))
}
write_csv(ledger, "ledger.csv")
write_csv(claims, "claims.csv")
write_csv(scores, "scores.csv")
write_csv(totals, "totals.csv")
write_csv(sensitivity, "sensitivity.csv")
write_csv(first_run, "first_run.csv")
write_csv(brackets, "brackets.csv")
provenance <- provenance_rows(c(results, others))
write_csv(provenance, "provenance.csv")
if (!is.null(measured))
  write_csv(measured, "measured.csv")

# Every figure of the report: name of its files, caption, claims and folders of
# results.
figures <- list()
keep_figure <- function(name, plot, caption = alt_of_figure(plot),
                        height_in = figure_height_in,
                        claims = character(), folders = character(),
                        data = data_of_figure(plot)) {
  if (NROW(data) > 0)
    write_figure_data(file.path(out, "figures", paste0(name, ".csv")), data,
                      folders)
  for (ending in c(".svg", ".pdf"))
    save_figure(plot, file.path(out, "figures", paste0(name, ending)),
                height_in)
  figures[[name]] <<- list(
    file = file.path(out, "figures", paste0(name, ".svg")), caption = caption,
    claims = claims, folders = folders)
}

one_figure <- figure_printed(ledger, totals)
if (!is.null(one_figure)) {
  keep_figure("printed", one_figure, alt_of_printed(ledger),
              printed_height_in, data = times_of_ledger(ledger))
  save_figure(one_figure, file.path(out, "figures", "printed.png"),
              printed_height_in)
  write_whole(file.path(out, "figures", "printed.txt"), function(file) {
    writeLines(figures$printed$caption, file)
  })
}
for (name in simulated$machine[simulated$machine %in%
                                 names(Filter(length, results))])
  keep_figure(paste0("table11_", name), figure_table11_simulated(
    ledger[machine == name], null_model, labels, titles[[name]],
    uniqueN(results[[name]]$samples$seed)), height_in = table11_height_in,
    folders = file.path("ponnusamy_table11", name))
if (!is.null(measured)) {
  from <- results$local$provenance
  keep_figure("table11_measured_local", figure_table11_measured(
    measured, labels, paste0(titles[["local"]], ": ", from$cpu, ", ",
                             from$cpus_online, " cores")),
    height_in = table11_height_in,
    folders = "ponnusamy_table11_measured/local")
}
for (figure in figures_listed) {
  drawn <- draw_figure(figure, results_folder, published)
  if (!is.null(drawn))
    keep_figure(figure$name, drawn$plot, height_in = drawn$height_in,
                claims = figure$claims, folders =
                file.path(drawn$experiments, figure$machine))
}
if (!is.null(ablations))
  write_csv(ablations, "ablations.csv")
# Phases of whole applications.
transform <- runs[[file.path(results_folder, "ponnusamy_table5", "cm5_1992")]]
if (!is.null(transform)) {
  drawn <- figure_phases(summarise_sweep(transform), transform,
                         paste0("ponnusamy1992, Table 5: phases of the 2D ",
                                "FFT; ", titles[["cm5_1992"]]))
  keep_figure("ponnusamy_table5_phases", drawn,
              height_in = height_phases_in(drawn), claims = "10",
              folders = "ponnusamy_table5/cm5_1992")
}
drawn <- list(
  wang_delays = if ("wang_delays" %in% ablations$experiment)
    figure_delays(ablations[experiment == "wang_delays"]),
  wang_table6_brackets = figure_brackets(
    brackets[paper == "wang1993" & table == "6"], labels, titles[["cm5_1993"]]),
  barnett_figure2 = if (!is.null(predictions$barnett1994_table2))
    figure_strategies(of_table2(predictions$barnett1994_table2, published),
                      paragon, "barnett1994, Figure 2: hybrids of a broadcast"),
  barnett_figure4 = figure4_of_barnett(lengths$whole, lengths$other, table3),
  barnett_lengths_16x32 = figure_hybrids(
    lengths$whole, paste("barnett1994: short, long and hybrid collectives;",
                         "simulated Paragon, 16 x 32 nodes; printed: Table 3"),
    table3),
  barnett_lengths_15x30 = figure_hybrids(
    lengths$other, paste("barnett1994: short, long and hybrid collectives;",
                         "simulated Paragon, 15 x 30 nodes")),
  barnett_prime = figure_hybrids(
    frozen("barnett_prime"), paste("barnett1994, Section 6: rows and columns",
                                   "of prime length; simulated Paragon, 13 x",
                                   "31 nodes")),
  growth = if (!is.null(predictions$growth))
    figure_growth(frozen("growth"), predictions$growth,
                  "Growth of the collectives on a fat tree of today"))
claims_of <- list(wang_delays = c("34a", "34b", "34c"),
                  barnett_figure4 = c("44a", "44b"))
for (name in names(Filter(Negate(is.null), drawn)))
  keep_figure(name, drawn[[name]],
              height_in = c(wang_table6_brackets = brackets_height_in,
                            barnett_lengths_16x32 = hybrids_height_in,
                            barnett_lengths_15x30 = hybrids_height_in,
                            setNames(figure_height_in, name))[[name]],
              claims = as.character(claims_of[[name]]))
if (!is.null(peers)) {
  compared <- compare_peers(peers)
  keep_figure("peers", figure_peers(compared),
              height_in = height_peers_in(compared))
}
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
  peers = if (!is.null(peers)) summarise_peers(compared),
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
