# analysis/R/scores/scores.R -- scores of a machine over a whole table.
#
# The error is |ln(reproduced / published)|. The skill is 1 - ours / null, of
# the median errors of the simulation and of the null model, which ignores
# scheduling; below 0 the simulation explains nothing. The order of the
# algorithms of a case is scored by Kendall's tau-b, where published times
# closer than 10% are ties, and by whether the published winner, or an algorithm
# published within 10% of it, wins, and strictly the published one. Each has the
# share that a draw among the algorithms would have, and that of always naming
# the algorithm that wins most cases of the table in print. The bias is the
# median of ln(reproduced / published): below 0 the simulation is too fast.

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

# Which algorithms of a case win, or are published within 10% of the winner.
winning <- function(published) published <= tie * min(published)

# The share of printed numbers inside our 5-95% range, of those with a range.
share_inside <- function(published, low, high) {
  printed <- printed_interval(published)
  is_range <- !is.na(low) & !is.na(high) & high > low
  if (any(is_range))
    mean((printed$high >= low & printed$low <= high)[is_range])
  else
    NA_real_
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
            skill = 1 - median(error) / median(null),
            bias = median(log(ratio)),
            inside = share_inside(published, low, high)),
        by = .(paper, table, machine)]
}

# The times of the cases of a table with several algorithms that all ran; all
# cells count here. Table 3 of barnett1994 has one algorithm an operation:
# nothing to rank.
ranked_times <- function(ledger) {
  times <- ledger[quantity == "time" & paper != "barnett1994" &
                    !role %in% c("undescribed", "beyond", uncounted),
                  .(paper, table, machine, case, algorithm,
                    published = as.numeric(published),
                    reproduced = as.numeric(reproduced))]
  times[, if (.N > 1 && !anyNA(reproduced)) .SD,
        by = .(paper, table, machine, case)]
}

# Whether it is the algorithm that wins most often.
is_usual <- function(algorithm, wins) {
  names <- unique(algorithm)
  named <- vapply(names, function(one) sum(wins[algorithm == one]), 0L)
  algorithm == names[which.max(named)]
}

# A row per case of `times`: whether our winner is right, or strictly the
# published one, and the shares of a draw and of the table's usual winner.
judge_winners <- function(times) {
  by_case <- c("paper", "table", "machine", "case")
  times[, `:=`(good = winning(published),
               first = seq_len(.N) == which.min(published)), by = by_case]
  times[, `:=`(usual = is_usual(algorithm, good),
               usual_first = is_usual(algorithm, first)),
        by = .(paper, table, machine)]
  times[, .(right = good[which.min(reproduced)],
            strict = first[which.min(reproduced)],
            chance = mean(good), strict_chance = mean(first),
            usual = any(good & usual),
            strict_usual = any(first & usual_first)), by = by_case]
}

score_order <- function(ledger) {
  times <- ranked_times(ledger)
  if (nrow(times) == 0)
    return(NULL)
  cases <- judge_winners(times)
  cases[, tau := times[, order_agreement(published, reproduced),
                       by = .(paper, table, machine, case)]$V1]
  cases[, .(cases = .N, tau_b = mean(tau, na.rm = TRUE),
            right_winners = mean(right), strict_winners = mean(strict),
            chance = mean(chance), strict_chance = mean(strict_chance),
            usual_winner = mean(usual), strict_usual = mean(strict_usual)),
        by = .(paper, table, machine)]
}

# A schedule that is used once: the winners of exchange and building together,
# where both are printed. Building does not depend on the
# length of the messages.
score_once <- function(ledger) {
  times <- ranked_times(ledger)
  built <- ledger[quantity == "build_time" & !is.na(reproduced) &
                    !role %in% uncounted,
                  .(paper, table, machine, of = case, algorithm,
                    more = as.numeric(published),
                    our_more = as.numeric(reproduced))]
  if (nrow(times) == 0 || nrow(built) == 0)
    return(NULL)
  times[, of := sub("(^|;)bytes=[0-9]+;?", "", case)]
  both <- built[times, on = .(paper, table, machine, of, algorithm)]
  both <- both[, if (!all(is.na(more))) .SD,
               by = .(paper, table, machine, case)]
  # drs_n builds nothing beforehand.
  both[is.na(more), `:=`(more = 0, our_more = 0)]
  both[, `:=`(published = published + more, reproduced = reproduced + our_more)]
  judge_winners(both)[, .(
    cases = .N, right_winners = mean(right), strict_winners = mean(strict),
    chance = mean(chance), strict_chance = mean(strict_chance),
    usual_winner = mean(usual), strict_usual = mean(strict_usual))]
}

score_tables <- function(ledger, nulls) {
  scores <- score_errors(ledger, nulls)
  order <- score_order(ledger)
  if (is.null(order) || nrow(scores) == 0) scores
  else order[scores, on = .(paper, table, machine)]
}
