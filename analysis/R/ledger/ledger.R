# analysis/R/ledger/ledger.R -- the ledger: published numbers and their
# verdicts. Printed ratios of two times are not compared, as both times are.

ledger_columns <- c("paper", "table", "case", "algorithm", "quantity", "unit",
                    "published", "reproduced", "low", "high", "draws",
                    "mean_within", "ratio", "role", "machine", "verdict",
                    "note", "seen", "workload")

# Adds the columns that a row lacks, empty, and orders all.
as_ledger <- function(rows) {
  missing <- setdiff(ledger_columns, names(rows))
  for (column in missing)
    rows[, (column) := if (column %in% c("note", "seen", "workload")) ""
                       else NA]
  rows[, ledger_columns, with = FALSE]
}

# Algorithms that a paper measured and does not describe: the vendor's library.
undescribed <- "nx"

# Quantities that follow from what an algorithm is, so that they must be equal:
# asynchronous communication makes no schedule; linear permutation has a round
# for each other rank [wang1993, Sec. 3].
exact_quantities <- data.table(algorithm = c("ac", "lp"),
                               quantity = c("build_time", "rounds"))

per_unit <- c(us = 1e3, ms = 1e6, s = 1e9, rounds = 1)

# The columns of samples for each printed quantity.
measured_columns <- c(time = "time_ns", rounds = "rounds",
                      build_time = "build_ns", receive_time = "receive_ns",
                      send_time_max = "send_max_ns",
                      send_time_min = "send_min_ns",
                      send_time_mean = "send_mean_ns")

# The samples of the printed cells of one quantity, whose cases may have fewer
# keys. A table that names no algorithm takes the one that ran.
samples_of_cells <- function(samples, rows) {
  samples <- copy(samples)[, case := project_cases(case, case_keys(rows$case))]
  if (all(rows$algorithm == "none"))
    samples[, algorithm := "none"]
  samples
}

# The samples' values for the printed cells of one quantity.
reproduce_cells <- function(rows, samples) {
  samples <- samples_of_cells(samples, rows)
  traffic <- traffic_of_cases(samples, rows)
  rows[traffic, on = .(case), workload := i.workload]
  column <- measured_columns[[rows$quantity[1]]]
  times <- summarise_patterns(samples[!is.na(get(column))],
                              per_unit[[rows$unit[1]]], column)
  rows[times, on = .(case, algorithm),
       `:=`(reproduced = i.mean, low = i.low, high = i.high,
            draws = i.num_patterns, mean_within = i.mean_within)]
}

# The workload of each case. The mean over two would be of neither.
traffic_of_cases <- function(samples, rows) {
  traffic <- unique(samples[case %in% rows$case, .(case, workload)])
  twice <- traffic[duplicated(case), case]
  if (length(twice) > 0)
    refuse("experiments.csv: ", rows$paper[1], " ", rows$table[1], ", ",
           twice[1], ": traffic of ",
           traffic[case == twice[1], paste(workload, collapse = " and ")],
           "; accepted: one counts, the other has role 'shown'")
  traffic
}

# The measured numbers of a printed table, `rows` of those published, on one
# simulated machine. If `results` is NULL, every cell is `not run`. `as` is the
# role of cells that were not fitted: a prediction, or beyond the paper. Exact
# numbers count once: none is `shown`.
ledger_times <- function(rows, results, declarations, machine,
                         as = "prediction") {
  rows <- rows[quantity %in% names(measured_columns) &
                 (as == "prediction" | !algorithm %in% undescribed)]
  if (as == uncounted)
    rows <- rows[!exact_quantities, on = .(algorithm, quantity)]
  setnames(rows, "value", "published")
  rows[, `:=`(reproduced = NA_real_, low = NA_real_, high = NA_real_,
              draws = NA_integer_, mean_within = NA_real_, workload = "")]
  if (!is.null(results))
    rows <- rbindlist(lapply(split(rows, by = "quantity"), reproduce_cells,
                             samples = results$samples))
  looked_at <- declarations[, .(role = if ("fitted" %in% how) "calibration"
                                else "input"), by = cell]
  rows[, cell := cell_of(rows)]
  rows[, role := as]
  rows[looked_at, on = .(cell), role := i.role]
  rows[, cell := NULL]
  rows[algorithm %in% undescribed & role == as, role := "undescribed"]
  rows[, `:=`(machine = machine,
              ratio = reproduced / as.numeric(published),
              verdict = predicted_verdict(reproduced, published))]
  rows[algorithm %in% undescribed, verdict := "none"]
  rows[exact_quantities, on = .(algorithm, quantity),
       `:=`(role = "exact",
            verdict = exact_verdict(reproduced, as.numeric(published)))]
  rows[as.numeric(published) == 0, ratio := NA_real_]
  rows[role == "calibration", note := "fitted on this cell"]
  rows[role == "input", note := "a constant was taken from this cell"]
  rows[is.na(note), note := ""]
  # What is shown need not be the whole table.
  as_ledger(rows[role != uncounted | !is.na(reproduced)])
}

# Printed numbers that are the same on every machine, and must be equal.
exact_rows <- function(rows, errata = NULL) {
  rows[, `:=`(role = "exact", machine = "none",
              verdict = exact_verdict(reproduced, published))]
  if (!is.null(errata))
    note_errata(rows, errata)
  as_ledger(rows)
}

# Rounds of the schedules of Table 6. `schedules` is a list by algorithm.
ledger_rounds <- function(published, schedules) {
  rows <- published[paper == "ponnusamy1992" & quantity == "rounds"]
  setnames(rows, "value", "published")
  rows[, reproduced := vapply(algorithm, function(name) {
    schedule <- schedules[[name]]
    if (is.null(schedule)) NA_character_ else as.character(max(schedule$round))
  }, "")]
  rows[, ratio := as.numeric(reproduced) / as.numeric(published)]
  exact_rows(rows)
}

# The entries of a schedule as printed, "0 <-> 1" or "4 -> 2", with the
# unordered pair of ranks.
schedule_entries <- function(schedule) {
  entries <- schedule[, .(round, src, dst, low = pmin(src, dst),
                          high = pmax(src, dst))]
  entries[, .(text = if (.N == 2) paste(low, "<->", high)
              else paste(src, "->", dst)),
          by = .(round, low, high)]
}

# A printed schedule, entry by entry. An entry is compared with ours of the same
# round and pair or, without one, of the same place in the round.
ledger_schedule <- function(published, number, schedule, errata) {
  rows <- published[paper == "ponnusamy1992" & table == number &
                      quantity == "transfer"]
  setnames(rows, "value", "published")
  if (is.null(schedule)) {
    rows[, reproduced := NA_character_]
  } else {
    ours <- schedule_entries(schedule)
    ours[, key := paste(round, low, high)]
    rows[, key := {
      ends <- lapply(tstrsplit(published, " [^ ]+ "), as.integer)
      paste(sub(".*round=", "", case), pmin(ends[[1]], ends[[2]]),
            pmax(ends[[1]], ends[[2]]))
    }]
    rows[ours, on = .(key), reproduced := i.text]
    ours[, place := paste(seq_len(.N), round), by = round]
    rows[, place := sub("entry=(.*);round=(.*)", "\\1 \\2", case)]
    rows[ours, on = .(place),
         reproduced := fifelse(is.na(reproduced), i.text, reproduced)]
    rows[is.na(reproduced), reproduced := "none"]
    rows[, `:=`(key = NULL, place = NULL)]
  }
  exact_rows(rows, errata)
}

# Strategies and their costs, which must be equal. `costs` is from `quadrille
# model`, alpha and beta as fractions; the table prints the numerator of beta
# over 30.
ledger_strategies <- function(published, costs, errata) {
  rows <- published[paper == "barnett1994" & table == "2"]
  setnames(rows, "value", "published")
  if (is.null(costs)) {
    rows[, reproduced := NA_character_]
  } else {
    # The table leaves out a dimension of 1.
    rows[, printed := sub("=1x", "=", case)]
    known <- costs[, .(printed = printed_strategy(mesh, strategy),
                       alpha = as.character(alpha),
                       beta_x30 = as.character(30 * fraction(beta)))]
    known <- melt(known, "printed", variable.name = "quantity",
                  variable.factor = FALSE)
    rows[known, on = .(printed, quantity), reproduced := i.value]
  }
  exact_rows(rows, errata)
}

printed_strategy <- function(mesh, strategy) {
  sprintf("mesh=%s;strategy=%s", mesh, strategy)
}

# "19/4" as a number.
fraction <- function(text) {
  parts <- tstrsplit(paste0(text, "/1"), "/", fixed = TRUE)
  as.numeric(parts[[1]]) / as.numeric(parts[[2]])
}

# Published numbers that no experiment gives; a ratio is of a printed time to
# one of a library that is not described.
ledger_missing <- function(published, ledger) {
  rows <- published[!ledger, on = ledger_keys]
  setnames(rows, "value", "published")
  is_ratio <- rows$quantity == "ratio"
  rows[, `:=`(
    role = fifelse(is_ratio, "undescribed", "prediction"), machine = "none",
    verdict = fifelse(is_ratio, "none", "not run"),
    note = fifelse(is_ratio, "the quotient of two cells, of which one is NX's",
                   "no experiment gives it yet"))]
  as_ledger(rows)
}

# How well a reason is known: by construction of our model or traffic; supported
# by printed numbers or runs, which the reason names; or a guess.
reason_kinds <- c("known", "supported", "guess")

read_misses <- function(root) {
  file <- file.path(root, "analysis", "misses.csv")
  rows <- reading(file, fread(file, colClasses = "character",
                              na.strings = NULL))
  check_columns(rows, c(paper = "name", table = "name", known_by = "name"),
                file)
  refuse_line(!rows$known_by %in% reason_kinds, file, "known_by '",
              rows$known_by, "'; accepted: ",
              paste(reason_kinds, collapse = ", "))
  with_names(rows)
}

# The reasons of misses.csv for cells that are more than 25% off: a gap in the
# model, or a printed outlier. A row applies to a table, or to its cases that
# have `pair`, to `algorithm` and to `quantity`, where these are given; the
# first match is taken.
note_misses <- function(ledger, misses) {
  missed <- ledger$verdict %in% c(far_verdicts, "contradicts")
  pairs <- strsplit(ledger$case, ";", fixed = TRUE)
  for (i in rev(seq_len(nrow(misses)))) {
    one <- misses[i]
    fits <- missed & ledger$paper == one$paper & ledger$table == one$table &
      (one$algorithm == "" | ledger$algorithm == one$algorithm) &
      (one$quantity == "" | ledger$quantity == one$quantity) &
      (one$pair == "" | vapply(pairs, function(own) one$pair %in% own, NA))
    ledger[fits & (role %in% c(predicted_roles, "beyond") |
                     role == "exact" & !startsWith(note, "erratum")),
           note := paste0(one$known_by, ": ", one$why)]
  }
}

# The reason of errata.csv for a cell.
note_errata <- function(rows, errata) {
  rows[errata, on = .(paper, table, case, algorithm, quantity),
       note := paste("erratum:", i.why)]
  rows[is.na(note), note := ""]
}
