# analysis/R/inputs/experiments.R -- the rows of paper/experiments.csv, and
# which of them ran.

experiment_columns <- c(paper = "name", table = "name", experiment = "name",
                        machine = "name", kind = "name", role = "name")
# The role of predictions whose table counts on another machine, or with other
# traffic.
uncounted <- "shown"
experiment_roles <- c("prediction", "surrogate", uncounted, "beyond",
                      "measured")

# Refuses names of nothing, and a row that is there twice.
check_experiments <- function(rows, root, file) {
  known <- function(name, words) {
    refuse_line(!rows[[name]] %in% words, file, name, " '", rows[[name]],
                "'; accepted: ", paste(words, collapse = " "))
  }
  yaml_in <- function(folder) {
    sub("[.]yaml$", "", list.files(file.path(root, "configs", folder),
                                   "[.]yaml$"))
  }
  check_columns(rows, experiment_columns, file)
  own <- fread(file.path(root, "paper", "sweeps.tsv"), sep = "\t")$experiment
  known("experiment", c(own, yaml_in("sweeps")))
  known("machine", yaml_in("machines"))
  known("paper", names(paper_names))
  known("kind", c("simulated", "measured"))
  known("role", experiment_roles)
  twice <- anyDuplicated(rows)
  if (twice > 0)
    refuse(file, ":", twice + 1, ": the row is there twice")
  check_counted(rows, file)
  if (!identical(names(rows), c(names(experiment_columns), "case")) ||
        !all(grepl("^([a-z_]+=[A-Za-z0-9_.-]+)?$", rows$case)))
    refuse(file, ": accepted: columns ",
           paste(names(experiment_columns), collapse = ","),
           ",case; a case is empty or KEY=VALUE")
}

# Each printed number counts once.
check_counted <- function(rows, file) {
  counted <- rows[role %in% predicted_roles]
  counted[, other := machine != machine[1], by = .(paper, table)]
  if (any(counted$other)) {
    one <- counted[(other)][1]
    refuse(file, ":", rows[one, on = names(rows), which = TRUE] + 1, ": ",
           one$paper, " ", one$table, " counts on two machines; accepted: ",
           "role 'shown' on all but the one with the fewest fitted scalars")
  }
  alone <- rows[role == uncounted][!counted, on = .(paper, table)]
  if (nrow(alone) > 0)
    refuse(file, ":", rows[alone[1], on = names(rows), which = TRUE] + 1, ": ",
           alone$paper[1], " ", alone$table[1], " is shown and counts nowhere",
           "; accepted: role 'shown' next to a prediction or surrogate")
}

# A folder of results; that of an archive, which lasts as long as R. R unpacks
# it itself, without a shell.
open_results <- function(from) {
  if (dir.exists(from))
    return(from)
  unpacked <- tempfile("frozen")
  reading(from, utils::untar(from, exdir = unpacked, tar = "internal"))
  file.path(unpacked, "results")
}

# A row per experiment and machine, with the folder of its results.
read_experiments <- function(root, results_folder) {
  file <- file.path(root, "paper", "experiments.csv")
  rows <- reading(file, fread(file, colClasses = "character",
                              na.strings = NULL))
  check_experiments(rows, root, file)
  rows[, folder := file.path(results_folder, experiment, machine)][]
}

# Which rows have printed times.
has_numbers <- function(experiments, published) {
  tables <- unique(published[quantity %in% names(measured_columns),
                             .(paper, table)])
  seq_len(nrow(experiments)) %in%
    experiments[tables, on = .(paper, table), nomatch = NULL, which = TRUE]
}

# The ledger of the simulated tables, the null model's for the same cells, and
# the facts that other null models use. `runs` is a list by folder of results,
# `costs` as for cell_facts(). A table's cells may come from several experiments
# on one machine, in one role.
ledger_simulated <- function(experiments, published, runs, costs = NULL) {
  timed <- lapply(split(experiments[kind == "simulated"],
                        by = c("paper", "table", "machine", "role")),
                  function(one) {
    rows <- published[unique(one[, .(paper, table)]), on = .(paper, table)]
    ran <- Filter(dir.exists, one$folder)
    together <- put_together(runs[one$folder], one$case)
    list(ledger = ledger_times(rows, together,
                               if (length(ran) > 0) read_declarations(ran[1])
                               else no_declarations, one$machine[1],
                               one$role[1]),
         null = ledger_null(rows, together, if (length(ran) > 0)
           read_control_network(ran[1])),
         facts = if (!is.null(together) && one$role[1] %in% predicted_roles)
           describe_cells(rows, together$samples, ran[1], costs))
  })
  # The null model is the same on all machines.
  list(ledger = rbindlist(lapply(timed, `[[`, "ledger")),
       nulls = unique(rbindlist(lapply(timed, `[[`, "null")),
                      by = ledger_keys),
       facts = rbindlist(lapply(timed, `[[`, "facts")))
}

# The samples for the claims: a list by machine of lists by experiment.
samples_by_machine <- function(experiments, runs) {
  ran <- experiments[folder %in% names(Filter(length, runs))]
  lapply(split(ran, by = "machine"), function(one) {
    lapply(setNames(runs[one$folder], sub("_measured$", "", one$experiment)),
           `[[`, "samples")
  })
}
