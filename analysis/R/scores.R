# analysis/R/scores.R -- scores of a machine over a whole table.
#
# The error is |ln(reproduced / published)|. The skill is 1 - ours / null, of
# the median errors of the simulation and of the null model, which ignores
# scheduling; below 0 the simulation explains nothing. The order of the
# algorithms of a case is scored by Kendall's tau-b, where published times
# closer than 10% are ties, and by whether the published winner, or an algorithm
# published within 10% of it, wins.

tie <- 1.10

# Kendall's tau-b of the times of one case; NA if all published times are ties.
order_agreement <- function(published, reproduced) {
  pairs <- which(upper.tri(diag(length(published))), arr.ind = TRUE)
  apart <- log(published[pairs[, 1]] / published[pairs[, 2]])
  expected <- sign(apart) * (abs(apart) >= log(tie))
  found <- sign(reproduced[pairs[, 1]] - reproduced[pairs[, 2]])
  seen <- sqrt(sum(expected^2) * sum(found^2))
  if (seen == 0) NA_real_ else sum(expected * found) / seen
}

wins <- function(published, reproduced) {
  published[which.min(reproduced)] <= tie * min(published)
}

# Errors and skill, a row per table and machine; `nulls` is the null model's
# ledger, or NULL. Cells that constants were fitted on, or taken from, do not
# count.
score_errors <- function(ledger, nulls) {
  cells <- ledger[quantity == "time" & !is.na(ratio) &
                    role %in% predicted_roles]
  cells[, error := abs(log(ratio))]
  cells[, null := NA_real_]
  if (!is.null(nulls))
    cells[nulls, on = .(paper, table, case, algorithm),
          null := abs(log(i.ratio))]
  cells[, .(cells = .N, median_error = median(error),
            p90_error = quantile(error, 0.9, names = FALSE),
            null_error = median(null),
            skill = 1 - median(error) / median(null)),
        by = .(paper, table, machine)]
}

# The order, over the cases of a table with several algorithms that all ran; all
# cells count here.
score_order <- function(ledger) {
  times <- ledger[quantity == "time" & !role %in% c("undescribed", "beyond"),
                  .(paper, table, machine, case,
                    published = as.numeric(published),
                    reproduced = as.numeric(reproduced))]
  cases <- times[, if (.N > 1 && !anyNA(reproduced))
                   .(tau = order_agreement(published, reproduced),
                     wins = wins(published, reproduced)),
                 by = .(paper, table, machine, case)]
  if (nrow(cases) == 0)
    return(NULL)
  cases[, .(cases = .N, tau_b = mean(tau, na.rm = TRUE),
            right_winners = mean(wins)), by = .(paper, table, machine)]
}

# Both, as one table.
score_tables <- function(ledger, nulls) {
  scores <- score_errors(ledger, nulls)
  order <- score_order(ledger)
  if (is.null(order) || nrow(scores) == 0) scores
  else order[scores, on = .(paper, table, machine)]
}
