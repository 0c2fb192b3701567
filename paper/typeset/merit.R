# paper/typeset/merit.R -- Sections 6 to 8: how well it comes back, and today.

# 6: skill, and the first run.
summary <- summarise_ledger(ledger[role != "exact"])
merit <- summary[scores[, setdiff(names(scores), "cells"), with = FALSE],
                 on = .(paper, table, machine)]
column <- function(rows, name) {
  if (name %in% names(rows)) rows[[name]] else rep(NA_real_, nrow(rows))
}
write_csv_table(summary[, .(table = table_of(paper, table),
                            machine = fifelse(machine == "none", "", machine),
                            cells, `not run` = not_run, `10%` = within_10,
                            `25%` = within_25, `50%` = within_50,
                            `median factor` = latex_fixed(median_factor))],
                "merit", c("l", "l", rep("r", 6)),
                paste("Predicted cells within 10, 25 and 50\\%, and the median",
                      "of $\\max(r, 1/r)$, $r$ being the ratio."), "machine")
write_csv_table(some(merit, merit[, .(table = table_of(paper, table), machine,
                          error = latex_fixed(column(merit, "median_error")),
                          `90th pct.` = latex_fixed(column(merit, "p90_error")),
                          null = latex_fixed(column(merit, "null_error")),
                          skill = latex_fixed(column(merit, "skill")),
                          cases = as.character(column(merit, "cases")),
                          tau = latex_fixed(column(merit, "tau_b")),
                          winners = latex_fixed(column(merit,
                                                       "right_winners")))]),
                "skill", c("l", "l", rep("r", 7)),
                paste("Errors $|\\ln r|$ of times, in the median and at the",
                      "90th percentile; that of the null model; the skill;",
                      "and the order of algorithms, in so many cases."),
                "machine")
first <- made("first_run")
if (!is.null(first))
  first <- summarise_first_run(first)
write_csv_table(some(first, first[, .(table = table_of(paper, table), machine,
                          cells,
                          `first run` = first_commit,
                          `25%` = first_within_25,
                          factor = latex_fixed(first_factor),
                          `this run` = short_commit(commit),
                          `25% now` = within_25,
                          `factor now` = latex_fixed(factor))]),
                "first_run", c("l", "l", "r", "l", "r", "r", "l", "r", "r"),
                paste("Cells within 25\\% and the median factor, when the",
                      "machines were first whole and now."), "machine")

# 7: the ablation.
model_parts <- frozen("model_parts")
write_csv_table(some(model_parts, model_parts[, .(paper, without, tables, cells,
                              error = latex_fixed(median_error),
                              skill = latex_fixed(skill),
                              tau = latex_fixed(tau_b),
                              winners = latex_fixed(right_winners))]),
                "ablations", c("l", "l", rep("r", 6)),
                paste("The machines without one part of their model: means",
                      "over tables."))

# 8: today. Simulated and measured stand apart.
today <- frozen("today")
here <- frozen("here")
elsewhere <- function(rows, name, caption) {
  write_csv_table(some(rows, rows[, .(id, paper, claim, verdict, found)]), name,
                  words(.035, .36, .13, .42), caption, above = "paper")
}
elsewhere(today, "today", "Simulated: the claims on a fat tree of today.")
elsewhere(here, "here", "Measured: the claims on the machine at hand.")
count_elsewhere <- function(rows, name, caption) {
  counts <- if (!is.null(rows)) count_verdicts(rows, "paper")
  write_csv_table(counts, name, c("l", rep("r", max(0, ncol(counts) - 1))),
                  caption)
}
count_elsewhere(today, "today_counts", "Simulated: verdicts on a fat tree.")
count_elsewhere(here, "here_counts",
                "Measured: verdicts on the machine at hand.")
peers <- frozen("peers")
if (!is.null(peers)) {
  peers[choice == "", choice := NA]
  peers[, is_peer := !is.na(choice)]
  peers <- summarise_peers(compare_peers(peers))
}
write_csv_table(some(peers, peers[, .(network, operation,
                          density = fifelse(is.na(density), "",
                                            as.character(density)),
                          cells, missing, gain = latex_fixed(gain),
                          worst = latex_fixed(worst_gain),
                          `at bytes` = format(worst_bytes, scientific = FALSE,
                                              trim = TRUE),
                          against = worst_peer,
                          `best row` = latex_fixed(gain_of_best),
                          ours = latex_fixed(ours_to_bound),
                          theirs = latex_fixed(peer_to_bound))]),
                "peers", c("l", "l", rep("r", 6), "l", rep("r", 3)),
                paste("Simulated: the fastest of the libraries' choices over",
                      "ours, geometric mean and worst cell; the same over our",
                      "fastest row; and, of ours and theirs, time over the",
                      "lower bound. Missing: choices of a library that were",
                      "not valid."), c("network", "operation"))
measured <- made("measured")
if (!is.null(measured)) {
  measured <- cbind(measured, split_pairs(measured$case))
  measured <- measured[, .(density, bytes, algorithm,
                           `measured [ms]` = latex_number(measured),
                           `95% interval` = paste(latex_number(low), "to",
                                                  latex_number(high)),
                           launches = n)]
}
write_csv_table(measured, "measured", c("r", "r", "l", "r", "r", "r"),
                "Measured: the patterns of ponnusamy1992, Table 11.",
                "algorithm")

write_csv_table(claims_measured[, .(id, `the paper says` = claim, verdict,
                                    found)],
                "claims_measured", words(.035, .36, .13, .42),
                "Measured: what \\cite{ponnusamy1992} says of its Table 11.")
