# analysis/R/scores/null_scores.R -- by how much a simulation is nearer to print
# than the best of three null models, table by table.

null_models <- c("closed form", "nearest neighbour", "steps alone")

# The times of the three models for the cells of the ledger that count, in the
# unit of each, next to the simulated ones. `facts` are cell_facts() with
# closed_ns; `numbers` are all published ones.
null_times <- function(ledger, facts, numbers) {
  cells <- ledger[counts_or_times(quantity) == "times" &
                    role %in% c(predicted_roles, "calibration", "input")]
  cells <- facts[, c(ledger_keys, "steps", "closed_ns"), with = FALSE][
    cells, on = ledger_keys]
  cells[, simulation := as.numeric(reproduced)]
  cells[, (null_models) := .(closed_ns / per_unit[unit],
                             nearest_neighbour(cells, numbers),
                             steps_alone(cells))]
  cells[role %in% predicted_roles]
}

# A row per table and model: shares as in totals.csv, and the root of the mean
# square of ln(time / published), NA if the model lacks a cell. `gain`: by how
# much the simulation's is smaller, as a share of the model's. `best`: the null
# model with the smallest.
score_nulls <- function(times) {
  models <- c("simulation", null_models)
  rows <- times[, rbindlist(lapply(models, function(model) {
    time <- get(model)
    as.data.table(c(list(model = model), shares_of(data.table(
      reproduced = time, published = published)), list(
        rms_ln = sqrt(mean(log(time / as.numeric(published))^2)))))
  })), by = .(paper, table)]
  rows[, gain := 1 - rms_ln[model == "simulation"] / rms_ln,
       by = .(paper, table)]
  rows[model == "simulation", gain := NA]
  # Without a closed form, whose predictions did not run, none is the best.
  rows[, best := model != "simulation" &
         !is.na(rms_ln[model == "closed form"]) &
         rms_ln %in% min(rms_ln[model != "simulation"], Inf, na.rm = TRUE),
       by = .(paper, table)]
  rows[]
}

# Each table's simulation compared with the best null model. Tables with cells
# that did not run are left out.
compare_with_best <- function(nulls) {
  nulls[model == "simulation" & !is.na(rms_ln)][
    nulls[(best)], on = .(paper, table), nomatch = NULL,
    .(paper, table, number, within_10, within_25, within_50, rms_ln,
      null = i.model, null_10 = i.within_10, null_25 = i.within_25,
      null_50 = i.within_50, null_rms = i.rms_ln, gain = i.gain)]
}

# Where the simulation is better, and where it is not; errors within 10% of each
# other are a tie.
describe_nulls <- function(nulls) {
  rows <- compare_with_best(nulls)
  line <- function(words, which) {
    if (any(which))
      rows[which, sprintf("It is %s in %d of %d tables: %s.", words, .N,
                          nrow(rows), paste0(table_of(paper, table), " (",
                                             null, ")", collapse = "; "))]
  }
  ratio <- rows$rms_ln / rows$null_rms
  paste(c(
    "The simulation's error (the root mean square of ln r) is compared with",
    "that of the best of three null models.",
    line("smaller by more than 10%", ratio * tie < 1),
    line("within 10%", ratio * tie >= 1 & ratio <= tie),
    line("larger by more than 10%", ratio > tie)), collapse = " ")
}
