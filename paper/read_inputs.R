# paper/read_inputs.R -- what report and figures are made from: published
# numbers, results in `results_folder`, and what is frozen in paper/data.
# make_paper_figures.R sources it.

# An environment. Members are read when they are first used, so that one figure
# reads only its own. The functions return NULL for a file that is not there.
read_inputs <- function(root, results_folder) {
  inputs <- environment()
  csv_in <- function(folder, read = read_named) function(name) {
    file <- file.path(folder, paste0(name, ".csv"))
    if (file.exists(file)) read(file)
  }
  schedule <- csv_in(file.path(results_folder, "schedules"), read_schedule)
  predictions <- csv_in(file.path(results_folder, "predictions"))
  # Results that take too long to make each time: data/README.md.
  frozen <- csv_in(file.path(root, "paper", "data"), read_frozen)
  published <- read_publications(root)
  runs <- read_runs(root, results_folder, published$numbers)
  ledger <- read_ledger(inputs)
  # The claims on every machine that ran.
  delayedAssign("claims", judge_claims(published$claims,
                                       samples_of_claims(inputs)))
  delayedAssign("disagreements", find_other_verdicts(inputs))
  inputs
}

# What the papers print, and what is known of it.
read_publications <- function(root) {
  at <- function(...) file.path(root, ...)
  read_texts <- function(file) read_named(file, colClasses = "character")
  delayedAssign("numbers", read_published(at("analysis", "published")))
  delayedAssign("claims", read_claims(at("analysis/published/claims.yaml")))
  delayedAssign("errata", read_texts(at("analysis", "errata.csv")))
  delayedAssign("outliers", read_texts(at("analysis", "outliers.csv")))
  delayedAssign("coverage", read_coverage(at("paper", "coverage.csv")))
  delayedAssign("figures", read_figures(at("paper", "figures.yaml")))
  environment()
}

# The sweeps in `results_folder`, and which of them have times in `numbers`.
read_runs <- function(root, results_folder, numbers) {
  # Each folder is read once.
  known <- list()
  of_folder <- function(folder) {
    if (!folder %in% names(known))
      known[folder] <<- list(read_results(folder))
    known[[folder]]
  }
  of_sweep <- function(name) of_folder(file.path(results_folder, name))
  delayedAssign("experiments", read_experiments(root, results_folder))
  delayedAssign("by_folder", sapply(unique(experiments$folder), of_folder,
                                    simplify = FALSE))
  delayedAssign("is_printed", has_numbers(experiments, numbers))
  delayedAssign("printed_experiments", experiments[is_printed])
  delayedAssign("ablations", summarise_ablations(lapply(
    split(experiments[!is_printed & role == "prediction"], by = "experiment"),
    function(one) by_folder[[one$folder]])))
  delayedAssign("table11_experiments", printed_experiments[
    paper == "ponnusamy1992" & table == "11"])
  delayedAssign("table11_runs", with(
    table11_experiments, setNames(by_folder[folder], machine)))
  delayedAssign("other_runs", with(
    printed_experiments[!table11_experiments, on = "folder"],
    setNames(by_folder[folder], experiment)))
  delayedAssign("measured_here", if (!is.null(table11_runs$local))
    measured_table11(numbers, table11_runs$local, "local"))
  delayedAssign("machine_titles", c(
    vapply(unique(printed_experiments$machine), function(name) {
      as.character(read_listed_machine(root, name)$title)
    }, ""), "null model" = "largest degree x (88 us + bytes / 5 MB/s)"))
  # Labels come with the results; algorithms without one have their names.
  delayedAssign("algorithm_labels", local({
    labels <- c(unlist(unname(lapply(table11_runs, `[[`, "labels"))),
                setNames(nm = unique(numbers$algorithm)))
    labels[!duplicated(names(labels))]
  }))
  environment()
}

read_listed_machine <- function(root, name) {
  read_shaped_yaml(file.path(root, "configs", "machines",
                             paste0(name, ".yaml")), shape_machine)
}

# The ledger: simulated machines, schedules and patterns, without other
# machines. `null_model`: its times for the same cells, NULL if there are none.
read_ledger <- function(inputs) {
  delayedAssign("simulated", ledger_simulated(
    inputs$runs$printed_experiments, inputs$published$numbers,
    inputs$runs$by_folder, inputs$predictions("barnett1994_table3")))
  delayedAssign("null_model", if (nrow(simulated$nulls) > 0) simulated$nulls)
  delayedAssign("null_of_table11", if (!is.null(null_model))
    null_model[paper == "ponnusamy1992" & table == "11"])
  delayedAssign("rows", ledger_rows(inputs, simulated$ledger))
  delayedAssign("totals", total_cells(
    rows, read_unseen(inputs$root), read_unseen(inputs$root, "last_unseen")))
  delayedAssign("brackets", bracket_cells(rows))
  delayedAssign("nulls", if (nrow(simulated$facts) > 0) score_nulls(
    null_times(rows, simulated$facts, inputs$published$numbers)))
  delayedAssign("elapsed", if (nrow(simulated$facts) > 0)
    elapsed_cells(rows, simulated$facts))
  delayedAssign("timesharing", with(inputs$runs, ablate_timesharing(
    printed_experiments, numbers, by_folder)))
  environment()
}

ledger_rows <- function(inputs, simulated) {
  numbers <- inputs$published$numbers
  errata <- inputs$published$errata
  patterns <- read_pattern_list(inputs$root)
  table6 <- sapply(c("ls", "ps", "bs", "gs"), function(name) {
    inputs$schedule(paste0("ponnusamy1992_table6_", name))
  }, simplify = FALSE)
  table3 <- inputs$schedule("ponnusamy1992_8_rex")
  rows <- rbindlist(list(
    simulated,
    ledger_patterns(numbers, patterns,
                    read_patterns(patterns, inputs$results_folder)),
    ledger_strategies(numbers, inputs$predictions("barnett1994_table2"),
                      errata),
    ledger_rounds(numbers, table6),
    ledger_schedule(numbers, "3", table3, errata),
    ledger_schedule(numbers, "10", table6$gs, errata)))
  rows <- rbind(rows, ledger_missing(numbers, rows))
  looks <- read_looked_at(inputs$root, numbers)
  check_looked_at(looks, inputs$runs$experiments, inputs$root)
  mark_seen(rows, looks)
  note_misses(rows, read_misses(inputs$root))
  rows
}

# The samples that claims are about, by machine and experiment.
samples_of_claims <- function(inputs) {
  samples <- samples_by_machine(inputs$runs$experiments, inputs$runs$by_folder)
  samples$printed <- printed_samples(inputs$runs$printed_experiments,
                                     inputs$published$numbers)
  exchange <- function(procs) {
    list(bex = inputs$schedule(sprintf("ponnusamy1992_%s_bex", procs)))
  }
  samples$none$schedules <- crossing_samples(
    sapply(c("16", "64"), exchange, simplify = FALSE))
  add <- function(machine, name) {
    samples[[machine]][[name]] <<- frozen_samples(inputs$frozen(name))
  }
  add("paragon_16x32", "barnett_lengths_16x32")
  add("paragon_15x30", "barnett_lengths_15x30")
  add("paragon_13x31", "barnett_prime")
  samples
}

# Claims whose frozen verdict differs. The facts of both runs are those of the
# first experiment of a claim.
find_other_verdicts <- function(inputs) {
  data_folder <- file.path(inputs$root, "paper", "data")
  frozen <- rbindlist(lapply(c("claims.csv", "here.csv"), function(name) {
    rows <- read_named(file.path(data_folder, name), colClasses = list(
      character = c("id", "found")))
    rows[is.na(found), found := ""][, source := name]
  }), fill = TRUE)
  claims <- inputs$published$claims
  over <- setNames(lapply(claims, `[[`, "over"), vapply(
    claims, function(one) as.character(one$id), ""))
  facts_in <- function(folder, read_run, id, machine) {
    sweeps <- paste0(over[[id]][1], c("", "_measured"))
    ran <- Find(dir.exists, file.path(folder, sweeps, machine))
    if (is.null(ran)) list() else facts_of_run(read_run(ran))
  }
  facts_before <- function(id, machine, source) {
    if (source == "here.csv")
      as.list(read_named(file.path(data_folder, "here_run.csv"),
                         colClasses = "character"))
    else facts_in(file.path(data_folder, "results"), read_results, id, machine)
  }
  explain_disagreements(
    find_disagreements(frozen, inputs$claims), facts_before,
    function(id, machine) facts_in(inputs$results_folder,
                                   inputs$runs$of_folder, id, machine))
}
