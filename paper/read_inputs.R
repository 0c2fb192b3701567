# paper/read_inputs.R -- what report and figures are made from: published
# numbers, results in `results_folder`, and what is frozen in paper/data. Each
# is read when it is first used, so that one figure reads only its own.
# make_paper_figures.R sources it.

published <- read_published(file.path(root, "analysis", "published"))
experiments <- read_experiments(root, results_folder)
figures_listed <- read_figures(file.path(root, "paper", "figures.yaml"))
delayedAssign("errata", read_named(file.path(root, "analysis", "errata.csv"),
                                   colClasses = "character"))
delayedAssign("outliers", read_named(
  file.path(root, "analysis", "outliers.csv"), colClasses = "character"))
delayedAssign("claims_listed", read_claims(
  file.path(root, "analysis", "published", "claims.yaml")))
delayedAssign("coverage_listed", read_coverage(
  file.path(root, "paper", "coverage.csv")))
delayedAssign("listed", read_pattern_list(root))
# Each folder is read once.
run_of <- local({
  known <- list()
  function(folder) {
    if (!folder %in% names(known))
      known[folder] <<- list(read_results(folder))
    known[[folder]]
  }
})
delayedAssign("runs", sapply(unique(experiments$folder), run_of,
                             simplify = FALSE))
# Tables of times with printed numbers; and the others.
is_printed <- has_numbers(experiments, published)
printed <- experiments[is_printed]
delayedAssign("ablated", lapply(
  split(experiments[!is_printed & role == "prediction"], by = "experiment"),
  function(one) runs[[one$folder]]))
table11 <- printed[paper == "ponnusamy1992" & table == "11"]
simulated <- table11[kind == "simulated"]
delayedAssign("results", setNames(runs[table11$folder], table11$machine))
delayedAssign("others", local({
  other <- printed[!table11, on = "folder"]
  setNames(runs[other$folder], other$experiment)
}))
titles <- c(vapply(unique(printed$machine), function(name) {
  file <- file.path(root, "configs", "machines", paste0(name, ".yaml"))
  as.character(read_shaped_yaml(file, shape_machine)$title)
}, ""), "null model" = "largest degree x (88 us + bytes / 5 MB/s)")
schedule_of <- function(name) {
  read_schedule(file.path(results_folder, "schedules", paste0(name, ".csv")))
}
delayedAssign("schedules", sapply(c("ls", "ps", "bs", "gs"), function(name) {
  schedule_of(paste0("ponnusamy1992_table6_", name))
}, simplify = FALSE))
delayedAssign("crossing", sapply(c("16", "64"), function(procs) {
  sapply(c("pex", "bex"), function(name) {
    schedule_of(sprintf("ponnusamy1992_%s_%s", procs, name))
  }, simplify = FALSE)
}, simplify = FALSE))
delayedAssign("predictions", sapply(c("barnett1994_table2", "growth",
                                      "growth_messages"), function(name) {
  file <- file.path(results_folder, "predictions", paste0(name, ".csv"))
  if (file.exists(file))
    read_named(file)
}, simplify = FALSE))
# Results that take too long to make each time; data/README.md has the commands.
frozen <- function(name) {
  file <- file.path(root, "paper", "data", paste0(name, ".csv"))
  if (file.exists(file)) read_frozen(file)
}
delayedAssign("paragon", read_shaped_yaml(
  file.path(root, "configs", "machines", "paragon_16x32.yaml"),
  shape_machine)$network)
delayedAssign("lengths", list(whole = frozen("barnett_lengths_16x32"),
                              other = frozen("barnett_lengths_15x30")))
delayedAssign("table3", published_table3(published))
delayedAssign("peers", frozen("peers"))
delayedAssign("unequal", frozen("unequal"))

# The ledger: simulated machines, schedules and patterns, without other
# machines.
delayedAssign("simulated_tables", ledger_simulated(printed, published, runs))
delayedAssign("ledger", local({
  rows <- rbindlist(list(
    simulated_tables$ledger,
    ledger_patterns(published, listed, read_patterns(listed, results_folder)),
    ledger_strategies(published, predictions$barnett1994_table2, errata),
    ledger_rounds(published, schedules),
    ledger_schedule(published, "3", schedule_of("ponnusamy1992_8_rex"), errata),
    ledger_schedule(published, "10", schedules$gs, errata)))
  rows <- rbind(rows, ledger_missing(published, rows))
  looks <- read_looked_at(root, published)
  check_looked_at(looks, experiments, root)
  mark_seen(rows, looks)
  note_misses(rows, read_misses(root))
  rows
}))
delayedAssign("null_model", if (nrow(simulated_tables$nulls) > 0)
  simulated_tables$nulls[paper == "ponnusamy1992" & table == "11"])
# Labels come with the results; names are used without any.
delayedAssign("labels", local({
  all <- c(unlist(unname(lapply(results, `[[`, "labels"))),
           setNames(nm = unique(published$algorithm)))
  all[!duplicated(names(all))]
}))
delayedAssign("totals", total_cells(ledger, read_unseen(root)))
delayedAssign("brackets", bracket_cells(ledger))
delayedAssign("ablations", summarise_ablations(ablated))
delayedAssign("measured", if (!is.null(results$local))
  measured_table11(published, results$local, "local"))

# Claims whose frozen verdict is another; both runs' facts are of the first
# experiment of a claim.
delayedAssign("disagreements", local({
  of <- function(name) {
    rows <- read_named(file.path(root, "paper", "data",
                                 paste0(name, ".csv")),
                       colClasses = list(character = c("id", "found")))
    rows[is.na(found), found := ""][, source := paste0(name, ".csv")]
  }
  both <- rbind(of("claims"), of("here"), fill = TRUE)
  over <- setNames(lapply(claims_listed, `[[`, "over"),
                   vapply(claims_listed, function(one) as.character(one$id),
                          ""))
  facts_in <- function(folder, read, id, machine) {
    names <- paste0(over[[id]][1], c("", "_measured"))
    ran <- Find(dir.exists, file.path(folder, names, machine))
    if (is.null(ran)) list() else facts_of_run(read(ran))
  }
  explain_disagreements(
    find_disagreements(both, claims),
    function(id, machine, source) {
      if (source == "here.csv") as.list(read_named(
        file.path(root, "paper", "data", "here_run.csv"),
        colClasses = "character"))
      else facts_in(file.path(root, "paper/data/results"), read_results, id,
                    machine)
    },
    function(id, machine) facts_in(results_folder, run_of, id, machine))
}))

# The claims on every machine that ran.
delayedAssign("claims", local({
  samples <- samples_by_machine(experiments, runs)
  samples$printed <- printed_samples(printed, published)
  samples$none$schedules <- crossing_samples(crossing)
  samples$paragon_16x32$barnett_lengths_16x32 <- frozen_samples(lengths$whole)
  samples$paragon_16x32$barnett_orders <-
    frozen_samples(frozen("barnett_orders"))
  samples$paragon_15x30$barnett_lengths_15x30 <- frozen_samples(lengths$other)
  samples$paragon_13x31$barnett_prime <-
    frozen_samples(frozen("barnett_prime"))
  judge_claims(claims_listed, samples)
}))
