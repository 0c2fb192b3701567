# analysis/R/claims/disagree.R -- claims whose verdict with frozen results
# differs from that with the results just run.

# Both have the columns of claims.csv; `frozen` also `source`, a file of
# paper/data. Claims that one of them did not run are left out.
find_disagreements <- function(frozen, claims) {
  ran <- function(rows) rows[verdict != "not run" & machine != "printed"]
  both <- merge(
    ran(frozen)[, .(id, machine, source, frozen = verdict,
                    frozen_found = found)],
    ran(claims)[, .(id, machine, paper, claim, rerun = verdict,
                    rerun_found = found)], by = c("id", "machine"))
  both <- both[frozen != rerun]
  both[order(match(id, claims$id), source),
       .(id, paper, claim, machine, source, frozen, frozen_found, rerun,
         rerun_found)]
}

# What can make verdicts differ: processes, launches, processor, commit, each a
# text.
facts_of_run <- function(run) {
  if (is.null(run))
    return(list())
  from <- run$provenance
  list(processes = paste(unique(range(run$samples$procs)), collapse = " to "),
       launches = as.character(uniqueN(run$samples$replicate)),
       processor = paste0(from$cpu, ", ", from$cpus_online, " cores"),
       commit = short_commit(c(from$commit, "unknown")[1]))
}

# The reason of one disagreement, in words; `before` and `now` are facts, and
# `found` the numbers of both verdicts.
reason_of_disagreement <- function(before, now, verdicts, found = 1:2) {
  if (found[1] == found[2])
    return("the same numbers: verdicts are by another rule now")
  differing <- Filter(function(name) {
    all(c(before[[name]], now[[name]]) != "") &&
      !identical(before[[name]], now[[name]])
  }, intersect(names(before), names(now)))
  differs <- vapply(differing, function(name) {
    sprintf("%s: %s, now %s", name, before[[name]], now[[name]])
  }, "")
  noisy <- if (any(grepl("within noise", verdicts)))
    "noise: launches or patterns do not agree"
  reasons <- c(differs, noisy)
  if (length(reasons) == 0)
    "not known: the same processes, launches, processor and commit"
  else paste(reasons, collapse = "; ")
}

# Adds the column `reason`. `facts_before` and `facts_now` are functions of a
# claim's id, machine and source.
explain_disagreements <- function(rows, facts_before, facts_now) {
  rows[, reason := if (.N == 0) character() else vapply(
    seq_len(.N), function(i) reason_of_disagreement(
      facts_before(id[i], machine[i], source[i]), facts_now(id[i], machine[i]),
      c(frozen[i], rerun[i]), c(frozen_found[i], rerun_found[i])), "")][]
}

table_disagreements <- function(rows) {
  table_model(
    rows[, .(id, claim, machine, frozen = paste0(
      frozen, fifelse(frozen_found == "", "", paste0(" (", frozen_found, ")"))),
             `just run` = paste0(
      rerun, fifelse(rerun_found == "", "", paste0(" (", rerun_found, ")"))),
             `why they may differ` = reason, `frozen in` = source)],
    paste("Claims whose verdict with frozen results differs from that with the",
          "results just run, with what differs between the two runs."),
    kinds = c(machine = "code", `frozen in` = "code"),
    widths = c(claim = .15, frozen = .16, `just run` = .16,
               `why they may differ` = .2, `frozen in` = .1))
}

# For the report: the table, or "none".
section_disagreements <- function(rows) {
  section_of(
    "disagree", "Frozen and rerun results that disagree",
    if (NROW(rows) == 0)
      tags$p("None: every claim that ran has the verdict that is frozen.")
    else html_table(table_disagreements(rows)))
}
