# analysis/R/scores/null_models.R -- null models that know as much as the
# simulation, for every printed table: what a simulation has to beat.
#
# closed form: closed_forms.R. nearest neighbour: the printed value of the
# nearest other case of the same table, algorithm and quantity, in the sum of
# the distances of the logarithms of the keys; of equally near ones their
# geometric mean. It uses printed values, which the simulation does not. steps
# alone: the steps of the real schedule times a scalar of the table, the
# geometric mean of printed time over steps of its calibration cells.

# The columns of samples that null models use; the mean over patterns of each.
fact_columns <- c("procs", "rounds", "max_degree", "messages", "total_bytes",
                  "compute_ns")

# What is known of each printed time before anything is simulated, a row per
# cell: ranks, rounds, the largest degree, messages, and their mean bytes.
# `costs` are what `quadrille model` prints of hybrids.
cell_facts <- function(rows, samples, costs = NULL) {
  rows <- rows[counts_or_times(quantity) == "times"]
  facts <- rbindlist(lapply(split(rows, by = "quantity"), function(one) {
    own <- samples_of_cells(samples, one)
    for (column in setdiff(c(fact_columns, "mode"), names(own)))
      own[, (column) := NA]
    means <- own[, c(lapply(.SD, function(column) mean(as.numeric(column))),
                     posted = !mode[1] %in% c(NA, "synchronous")),
                 by = .(case, algorithm), .SDcols = fact_columns]
    means[one, on = .(case, algorithm)]
  }))
  setnames(facts, "max_degree", "degree")
  facts[, bytes := total_bytes / messages]
  if (is.null(costs) || !any(endsWith(facts$algorithm, "_hybrid")))
    return(facts[, c("alphas", "model_us") := NA_real_][])
  best <- costs[order(time_us)][, .SD[1], by = .(operation, bytes)]
  found <- best[facts[, .(operation = sub("_hybrid$", "", algorithm),
                          bytes = split_pairs(case)$bytes)],
                on = .(operation, bytes)]
  facts[, `:=`(alphas = as.numeric(found$alpha), model_us = found$time_us)][]
}

# The steps of a schedule: those of the best hybrid; rounds; or, without any,
# one for each message of the busiest node. Of Table 2 of wang1993, the
# messages until the fastest, the mean or the last sender ends; of Table 3, the
# elements that each node reads.
steps_of <- function(cells) {
  table <- paste(cells$paper, cells$table)
  fcase(table == "wang1993 2", fcase(
          cells$quantity == "send_time_min", 1,
          cells$quantity == "send_time_mean", (cells$degree + 1) / 2,
          rep(TRUE, nrow(cells)), cells$degree),
        table == "wang1993 3",
        fifelse(cells$algorithm == "concat", cells$procs^2,
                cells$procs + cells$degree),
        !is.na(cells$alphas), cells$alphas,
        cells$rounds > 0 & !cells$algorithm %in% c("ac", "drs_n"), cells$rounds,
        rep(TRUE, nrow(cells)), cells$degree)
}

# The same with steps and closed form, of a machine whose files are in `folder`.
describe_cells <- function(rows, samples, folder, costs) {
  facts <- cell_facts(rows, samples, costs)
  scalars <- read_scalars(folder)
  facts[, steps := fifelse(quantity == "build_time", rounds, steps_of(facts))]
  facts[, closed_ns := closed_form_ns(facts, scalars)]
  facts[]
}

# Tables without a calibration cell use another's.
calibrated_by <- c("wang1993 5" = "wang1993 4", "wang1993 6" = "wang1993 4",
                   "ponnusamy1992 11" = "ponnusamy1992 12")

steps_alone <- function(cells) {
  table <- cells[, paste(paper, table)]
  from <- fcoalesce(unname(calibrated_by[table]), table)
  kind <- cells$quantity == "build_time"
  per_step <- log(as.numeric(cells$published) / cells$steps)
  is_fitted <- cells$role %in% c("calibration", "input") & is.finite(per_step)
  scalar <- tapply(per_step[is_fitted], paste(table, kind)[is_fitted], mean)
  cells$steps * exp(as.vector(scalar[paste(from, kind)]))
}

# The logarithms of the numeric keys of cases, a column each. A case that is
# named by a word has the numbers that are printed of it.
case_numbers <- function(cells, numbers) {
  keys <- split_pairs(cells$case)
  if (!all(vapply(keys, is.numeric, NA))) {
    of_case <- numbers[algorithm == "any"][cells, on = .(paper, table, case),
                                           nomatch = NULL]
    if (nrow(of_case) > 0)
      keys <- dcast(unique(of_case[, .(case, quantity, value)]),
                    case ~ quantity, value.var = "value")[
                      cells[, .(case)], on = .(case)][
                        , lapply(.SD, as.numeric), .SDcols = !"case"]
  }
  log(as.matrix(Filter(is.numeric, keys)))
}

# `numbers` are all published ones.
nearest_neighbour <- function(cells, numbers) {
  own <- copy(cells)[, `:=`(at = .I, nearest = NA_real_)]
  rbindlist(lapply(split(own, by = c("paper", "table", "algorithm",
                                     "quantity")), function(one) {
    far <- as.matrix(dist(case_numbers(one, numbers), "manhattan"))
    diag(far) <- Inf
    printed <- log(as.numeric(one$published))
    if (nrow(one) > 1)
      one[, nearest := apply(far, 1, function(row) {
        exp(mean(printed[row <= min(row) + 1e-9]))
      })]
    one
  }))[order(at), nearest]
}
