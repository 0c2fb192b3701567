# analysis/R/report/tables.R -- the tables that the report and the paper both
# show, one function each.

table_first_run <- function(sums) {
  table_model(
    some(sums, sums[, .(table = table_of(paper, table), machine, cells,
                        `25%` = first_within_25, factor = first_factor,
                        `25% now` = within_25, `factor now` = factor)]),
    paste("Cells within 25% and the median factor, when the machines were",
          "first complete (frozen in paper/data/first_run) and now. Cell by",
          "cell, with commits: first_run.csv."), kinds = c(machine = "code"))
}

table_totals <- function(totals) {
  table_model(
    some(totals, totals[, .(`printed times` = cells, models, number,
                            `10%` = percent_text(within_10),
                            `25%` = percent_text(within_25),
                            `50%` = percent_text(within_50))]),
    paste("Shares of printed times within 10, 25 and 50%. Unseen: no choice",
          "had used them when the models were made. Last unseen: those that",
          "stayed so until a review used them; with today's models they are",
          "looked at last. No constant was fitted on any."),
    kinds = setNames(rep("value", 3), c("10%", "25%", "50%")))
}

# `titles` of machines are a column of their own, if given.
table_merit <- function(summary, titles = NULL) {
  shown <- summary[, .(table = table_of(paper, table),
                       machine = fifelse(machine == "none", "",
                                         machine_and_shown(machine,
                                                           shown)),
                       predicted = paste(cells, quantities),
                       `not run` = not_run, `10%` = within_10,
                       `25%` = within_25, `50%` = within_50,
                       `median factor` = median_factor)]
  if (!is.null(titles))
    shown[, what := titles[summary$machine]]
  table_model(shown, paste(
    "Predicted times, and counts of rounds and traffic, within 10, 25 and 50%,",
    "and the median of max(r, 1/r), where r is the ratio of reproduced to",
    "published. Numbers that constants were fitted on, or taken from, do not",
    "count; nor does the row of a second traffic, which is named after its",
    "machine."),
    kinds = c(machine = "code"), widths = c(what = .3))
}

table_nulls <- function(nulls) {
  shares <- function(...) {
    do.call(paste, c(lapply(list(...), function(share) {
      sprintf("%.0f", 100 * share)
    }), sep = "/"))
  }
  table_model(
    some(nulls, compare_with_best(nulls)[, .(
      table = table_of(paper, table), times = number,
      `10/25/50%` = shares(within_10, within_25, within_50), error = rms_ln,
      `best null` = null, `its 10/25/50%` = shares(null_10, null_25, null_50),
      `its error` = null_rms, better = gain)]),
    paste("The simulation next to the best of three null models: the paper's",
          "closed form with the same scalars, the nearest printed neighbour in",
          "the table, the number of steps alone. Shares of predicted times",
          "within 10, 25 and 50%; error: the root mean square of ln r; better:",
          "by how much the simulation's is smaller. All models: nulls.csv."),
    kinds = c(better = "percent", `10/25/50%` = "value",
              `its 10/25/50%` = "value"))
}

# Of winners: columns of scores, and their titles.
winner_titles <- c(
  right_winners = "right", usual_winner = "usual", chance = "draw",
  strict_winners = "strictly right", strict_usual = "strictly usual",
  strict_chance = "strict draw")
winner_kinds <- setNames(rep("percent", length(winner_titles)), winner_titles)
table_of_scores <- function(scores, titles, caption, kinds = character()) {
  there <- intersect(names(titles), names(scores))
  table_model(
    some(scores, setnames(
      cbind(scores[, .(table = table_of(paper, table), machine)],
            scores[, there, with = FALSE]), there, titles[there])),
    caption, kinds = c(machine = "code", kinds))
}

table_scores <- function(scores) {
  table_of_scores(
    scores, c(cells = "times", median_error = "error", p90_error = "90th pct.",
              bias = "bias", inside = "inside", null_error = "null",
              skill = "skill"),
    paste("Errors |ln r| of predicted times of exchanges, without building",
          "times: median, 90th percentile; bias: the median",
          "of ln r, below 0 where ours are too fast; inside: the share of",
          "printed times in our range over patterns, from the 5th to the 95th",
          "percentile; the error of the null model, and the skill."))
}

table_winners <- function(scores) {
  rows <- if (is.null(scores$cases)) scores[0] else scores[!is.na(cases)]
  table_of_scores(
    rows, c(cases = "cases", tau_b = "tau", winner_titles),
    paste("The order of the algorithms over cases, without the time to build",
          "schedules, and the share of right winners: ours is the published",
          "one, or published within 10% of it; the same of the usual winner of",
          "each table, and of a draw among the algorithms; and all three",
          "strictly: the published one alone."),
    winner_kinds)
}

# Without and with the time to build schedules; `winners` is of list_winners().
table_once <- function(winners) {
  shares <- unlist(lapply(seq_len(nrow(winners)), function(i) with(winners[i], {
    setNames(list(percent_text(c(right_winners, usual_winner, chance)),
                  percent_text(c(strict_winners, strict_usual,
                                 strict_chance))),
             paste(c("", "strictly"), schedules))
  })), recursive = FALSE)
  names(shares) <- trimws(names(shares))
  table_model(
    if (nrow(winners) > 0)
      as.data.table(c(list(`named by` = c("ours", "the usual winner",
                                          "a draw")), shares)),
    paste("How often the fastest algorithm is the published winner, or",
          "published within 10% of it; strictly: the published winner. Of",
          winners[, paste(cases, "cases", schedules, collapse = ", ")],
          "of schedules. Usual: the winner of most cases of a table."),
    kinds = setNames(rep("value", length(shares)), names(shares)))
}

# What readers would misread without.
notes_on_parts <- c(
  `control network` = paste(
    "Without the control network the null model lacks it, too. Table 3 of",
    "wang1993 follows from that network's arithmetic: there the null model's",
    "error grows more than ours, so the mean skill rises with the error."),
  contention = paste(
    "Contention is fitted on Table 2 of wang1993; no other printed number",
    "measures it."))

table_model_parts <- function(parts) {
  notes <- notes_on_parts[names(notes_on_parts) %in% parts$without]
  table_model(
    some(parts, parts[, .(paper, without, tables, cells, error = median_error,
                          skill, tau = tau_b, winners = right_winners)]),
    paste(c("The machines without one part of their model, two seeds, means",
            "over tables; none is the whole model.", notes), collapse = " "))
}

columns_of_peers <- c(
  "network", "operation", "density", "cells", "gain", "calibrated", "machine",
  "worst", "at_bytes", "below", "missing", "plan_us", "calls", "to_bound",
  "peer_to_bound")

table_of_peers <- function(peers, caption) {
  shown <- some(peers, peers[, intersect(columns_of_peers, names(peers)),
                             with = FALSE])
  if (!is.null(shown))
    setnames(shown, c("at_bytes", "plan_us", "to_bound", "peer_to_bound"),
             c("at bytes", "plan [us]", "ours", "peer's"))
  table_model(shown, caption, kinds = c(
    network = "code", operation = "code", density = "percent"))
}

table_peers <- function(peers) {
  table_of_peers(peers, paste(
    "Simulated. gain: time of the fastest peer divided by that of auto without",
    "a network file, geometric mean; calibrated, machine: the same if auto has",
    "the numbers of calibrate, or of the machine's file; worst, below: the",
    "worst cell, and cells below 0.95, by gain. missing: times of peers that",
    "crashed, were wrong, or were not run. plan: modelled, the messages of",
    "planning alone; calls: how many pay for it, the median of the cells where",
    "ours is faster. ours, peer's: time divided by the",
    "lower bound."))
}

table_undivided <- function(undivided) {
  table_of_peers(undivided, paste(
    "As Table \"peers\", for vectors that the ranks do not divide into equal",
    "parts: SimGrid has one linear MPI_Scatterv and MPI_Gatherv."))
}

table_measured <- function(measured) {
  table_model(
    some(measured, cbind(measured, split_pairs(measured$case))[
      , .(density, bytes, algorithm, `measured [ms]` = measured,
          `95% interval` = paste(digits_text(low), "to", digits_text(high)),
          launches = n)]),
    "Demonstration, measured here: the traffic of ponnusamy1992, Table 11.",
    kinds = c(density = "percent", algorithm = "code",
              `measured [ms]` = "digits", `95% interval` = "value"))
}

table_coverage <- function(coverage) {
  table_model(coverage[, .(paper, item, what, status, numbers = merit,
                           `what is missing, and why` = why,
                           `file, or command` = fifelse(file == "", command,
                                                        file))],
              paste("Every table and figure of the four papers, and the",
                    "methods that their text mentions and that are missing."),
              above = "paper",
              widths = c(item = .09, what = .2, status = .09, numbers = .11,
                         `what is missing, and why` = .25,
                         `file, or command` = .22))
}

# The claims of a paper, a row per machine; the words only once.
table_claims <- function(claims, paper_) {
  by <- c(printed = "its own tables", none = "schedules")
  shown <- claims[paper == paper_, .(
    id = as.character(id), section,
    `the paper says` = paste0(claim, fifelse(where == "", "",
                                             paste0("; where: ", where))),
    `checked against` = fifelse(machine %in% names(by), by[machine], machine),
    verdict, `found; why` = paste0(found, fifelse(why == "", "",
                                                  paste0("; ", why))))]
  shown[duplicated(id), c("id", "section", "the paper says") := ""]
  table_model(shown, sprintf("Claims of %s, checked.", paper_),
              kinds = c(verdict = "verdict"),
              widths = c(id = .035, section = .075, `the paper says` = .25,
                         `checked against` = .13, verdict = .1,
                         `found; why` = .335))
}

# The claims on one other machine.
captions_elsewhere <- c(
  today = "Simulated: the claims on a fat tree of today.",
  here = "Measured: the claims on the machine at hand.",
  measured = "Measured: claims of ponnusamy1992 about Table 11.")
table_elsewhere <- function(claims, where) {
  table_model(
    some(claims, claims[, .(id = as.character(id), paper,
                            `the paper says` = claim, verdict, found)]),
    captions_elsewhere[[where]], above = "paper",
    kinds = c(verdict = "verdict"),
    widths = c(id = .035, `the paper says` = .36, verdict = .13, found = .42))
}

table_errata <- function(errata) {
  table_model(
    some(errata, errata[, .(table = table_of(paper, table),
                            case = gsub(";", ", ", case), algorithm, quantity,
                            printed, reading, why)]),
    "What contradicts the paper's own algorithm.",
    kinds = c(algorithm = "code"),
    widths = c(table = .13, case = .14, algorithm = .12, quantity = .07,
               printed = .13, reading = .13, why = .19))
}

table_outliers <- function(outliers) {
  table_model(
    some(outliers, outliers[, .(table = table_of(paper, table),
                                case = gsub(";", ", ", case), algorithm,
                                printed, trend, why)]),
    paste("Printed times that only leave the trend of their own table. They",
          "count like all others."), kinds = c(algorithm = "code"),
    widths = c(table = .2, case = .2, algorithm = .12, why = .28))
}

table_sensitivity <- function(rows) {
  table_model(
    some(rows, rows[, .(without, times = number,
                        `10%` = percent_text(within_10),
                        `25%` = percent_text(within_25),
                        `50%` = percent_text(within_50))]),
    paste("All predicted times of today's models, looked at or not,",
          "and without some: how much the count depends on them."))
}

percent_text <- function(share) sprintf("%.0f%%", 100 * share)

# Printed times between two surrogates, or not.
table_brackets <- function(brackets, paper_) {
  own <- brackets[paper == paper_]
  workloads <- c(own$counted_workload[1], own$shown_workload[1])
  shown <- own[, .(table = table_of(paper, table),
                   case = gsub(";", ", ", case), algorithm,
                   `printed [ms]` = published, counted, shown, verdict)]
  setnames(shown, c("counted", "shown"), paste(workloads, "[ms]"))
  table_model(
    shown, paste0(paste(describe_brackets(own), collapse = "; "),
                  ". The first counts, the second is shown; that its messages ",
                  "are scaled to the printed mean length was chosen after ",
                  "looking. A printed time outside both is rather the ",
                  "machine's error than the traffic's."),
    kinds = c(setNames(rep("digits", 2), paste(workloads, "[ms]")),
              `printed [ms]` = "value", verdict = "verdict"))
}

table_provenance <- function(rows) {
  table_model(
    some(rows, provenance_alike(rows)[, .(results,
                                          commit = short_commit(commit),
                                          program = substr(program, 1, 16), MPI,
                                          `run on`)]),
    paste("The programs that made the results; program: the first 16 digits of",
          "the SHA-256 of the first program of a sweep."),
    kinds = c(results = "code", commit = "code", program = "code"),
    widths = c(results = .35, commit = .125, program = .135, MPI = .16,
               `run on` = .14))
}
