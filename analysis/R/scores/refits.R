# analysis/R/scores/refits.R -- how the shares depend on the cells that scalars
# were fitted on. Each is fitted again on other permitted cells, of
# paper/refits.tsv; paper/refit.R does that, and paper/data/refitted.csv has the
# frozen counts.
#
# A cell is permitted if it is of the kind that the scalar was fitted on, and if
# its table has been looked at, or its algorithm is not described and so never
# counts.

refit_columns <- c("part", "scalar", "cell", "experiment", "values", "min",
                   "max", "step", "tables", "again", "reason")
refitted_columns <- c("part", "scalar", "unit", "fitted_on", "value",
                      "refitted_on", "refitted", "cells", "number", "moved",
                      "before_10", "before_25", "before_50", "after_10",
                      "after_25", "after_50", "reason", "commit")

cell_of <- function(rows) {
  rows[, paste(paper, table, case, algorithm, quantity)]
}

unit_of <- function(scalar) {
  unit <- regmatches(scalar, regexpr("(us|ns|mb_s)$", scalar))
  if (length(unit) == 0) "" else sub("mb_s", "MB/s", unit)
}

# A row per fitted scalar of all machines: `part` is hardware/NAME or
# software/NAME, `value` today's, `fitted_on` its cells.
read_fitted <- function(root) {
  folder <- file.path(root, "configs", "machines")
  files <- list.files(file.path(folder, c("hardware", "software")), "[.]yaml$",
                      full.names = TRUE)
  rbindlist(lapply(files, function(file) {
    part <- file.path(basename(dirname(file)),
                      sub("[.]yaml$", "", basename(file)))
    declared_in(read_shaped_yaml(file, shape_declarations))[
      how == "fitted",
      .(part = rep(part, .N), scalar, unit = vapply(scalar, unit_of, ""), value,
        fitted_on = vapply(cells, paste, "", collapse = " + "))]
  }))
}

# Published cells that a scalar may be fitted on again.
permitted_cells <- function(published, looks) {
  cells <- copy(published)[, role := "prediction"]
  cells[algorithm %in% undescribed, role := "input"]
  cell_of(mark_seen(cells, looks)[seen == "looked at"])
}

# What is wrong with lines of refits.tsv: a column per rule, named by what is
# accepted. `counted`: experiments whose times count; `permitted`: cells.
wrong_refits <- function(rows, fitted, permitted, counted) {
  runs <- rows$cell != ""
  own <- fitted[rows, on = .(part, scalar), fitted_on]
  of_table <- counted[match(rows$experiment, experiment), paste(paper, table)]
  grid <- lapply(rows[, .(min, max, step)], number_of)
  tables <- counted[, paste0(paper, ":", table)]
  list(
    "a fitted scalar of configs/machines/hardware or software" = is.na(own),
    "a cell, or the reason why no other is permitted" =
      runs == (rows$reason != ""),
    "a printed cell that was looked at, or of an algorithm that is not
     described, and that the scalar was not fitted on" =
      runs & (!rows$cell %in% permitted |
                mapply(grepl, rows$cell, own, fixed = TRUE)),
    "an experiment of the cell's table" =
      runs & (is.na(of_table) | !startsWith(rows$cell, paste0(of_table, " "))),
    "min < max, and a step above 0" =
      runs & !(grid$min >= 0 & grid$max > grid$min & grid$step > 0),
    "tables of experiments.csv, PAPER:TABLE, with blanks between them" =
      runs & !vapply(strsplit(rows$tables, " "), function(one) {
        length(one) > 0 && all(one %in% tables)
      }, NA))
}

# The lines of refits.tsv; every fitted scalar has one, with a cell or with the
# reason why there is none. Refuses a line that cannot be run.
read_refits <- function(root, published, experiments) {
  file <- file.path(root, "paper", "refits.tsv")
  rows <- read_listed(file, refit_columns, sep = "\t", quote = "")
  fitted <- read_fitted(root)
  wrong <- wrong_refits(
    rows, fitted, permitted_cells(published, read_looked_at(root, published)),
    experiments[kind == "simulated" & role %in% predicted_roles])
  for (accepted in names(wrong))
    refuse_line(wrong[[accepted]], file, "accepted: ", accepted)
  without <- fitted[!rows, on = .(part, scalar)]
  if (nrow(without) > 0)
    refuse(file, ": no line for ", without$part[1], " ", without$scalar[1],
           "; accepted: every fitted scalar")
  rows
}

# The value between low and high, in steps, where `miss` is nearest to 0; it is
# the logarithm of simulated over printed, and rises or falls all the way. No
# scalar is below 0, which is nearest if even then the cell takes too long.
search_value <- function(miss, low, high, step, what) {
  value_at <- function(at) round(low + at * step, 9)
  at <- c(0, floor((high - low) / step + 1e-9))
  far <- c(miss(value_at(at[1])), miss(value_at(at[2])))
  if (low == 0 && far[1] > 0 && far[2] > far[1])
    return(0)
  if (far[1] * far[2] > 0)
    refuse(what, ": no value from ", low, " to ", high,
           " gives the printed time")
  while (at[2] - at[1] > 1) {
    guess <- round(at[1] + (at[2] - at[1]) * far[1] / (far[1] - far[2]))
    guess <- min(max(guess, at[1] + 1), at[2] - 1)
    new <- miss(value_at(guess))
    side <- if (sign(new) == sign(far[1])) 1 else 2
    at[side] <- guess
    far[side] <- new
  }
  value_at(at[which.min(abs(far))])
}

# The samples of `results` that `again` has, too.
same_samples <- function(results, again) {
  keys <- c("case", "algorithm", "seed", "replicate", "mode", "parameters")
  results$samples <- results$samples[again$samples[, keys, with = FALSE],
                                     on = keys, nomatch = NULL]
  if (nrow(results$samples) != nrow(again$samples))
    refuse(nrow(again$samples), " samples ran again; ", nrow(results$samples),
           " of them are frozen")
  results
}

# The predicted times of a ledger after a scalar changed: each is the frozen
# one, by the ratio of the same samples in the ledgers `again` and `same`.
rescale_times <- function(ledger, same, again) {
  ratios <- same[again, on = ledger_keys, nomatch = NULL,
                 .(paper, table, case, algorithm, quantity,
                   ratio = i.reproduced / reproduced)][is.finite(ratio)]
  after <- copy(ledger)
  after[, ratio := 1]
  after[ratios, on = ledger_keys, ratio := i.ratio]
  after[, reproduced := reproduced * ratio]
}

# How many predicted times are within 10, 25 and 50% before and after, a row for
# those looked at and one for the others, if any moved. `without`: the cell of
# the refit.
count_moved <- function(ledger, after, without) {
  within <- function(rows, limit) {
    sum(distance(rows$reproduced, rows$published) <= limit, na.rm = TRUE)
  }
  kept <- cell_of(ledger) != without
  rows <- rbindlist(lapply(seen_kinds, function(which) {
    old <- ledger[kept & seen == which]
    new <- after[kept & seen == which]
    data.table(cells = which, number = nrow(old), moved = sum(new$ratio != 1),
               before_10 = within(old, 1.10), before_25 = within(old, 1.25),
               before_50 = within(old, 1.50), after_10 = within(new, 1.10),
               after_25 = within(new, 1.25), after_50 = within(new, 1.50))
  }))
  rows[moved > 0 | (cells == "looked at" & !any(moved > 0))]
}
