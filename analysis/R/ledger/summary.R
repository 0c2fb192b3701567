# analysis/R/ledger/summary.R -- a summary of the ledger.

# The roles of predicted numbers, which measure how good the machines are.
predicted_roles <- c("prediction", "surrogate")

# How many predictions of each table are near, and their median factor: a row
# per machine, times and counts apart. Cells that constants were fitted on, or
# taken from, do not count. Cells that are shown and count elsewhere have rows
# here alone: `shown` is their workload.
summarise_ledger <- function(ledger) {
  ledger[role %in% c(predicted_roles, uncounted), {
    far <- distance(as.numeric(reproduced), published)
    .(cells = .N, not_run = sum(is.na(far)),
      within_10 = sum(far <= 1.10, na.rm = TRUE),
      within_25 = sum(far <= 1.25, na.rm = TRUE),
      within_50 = sum(far <= 1.50, na.rm = TRUE),
      median_factor = median(pmax(ratio, 1 / ratio), na.rm = TRUE))
  }, by = .(paper, table, machine, quantities = counts_or_times(quantity),
            shown = fifelse(role == uncounted, workload, ""))]
}

# "cm5_1993", or "cm5_1993, airfoil_random" if that is shown.
machine_and_shown <- function(machine, shown) {
  fifelse(shown == "", machine, paste0(machine, ", ", shown))
}

# The columns that name a printed number.
ledger_keys <- c("paper", "table", "case", "algorithm", "quantity")

# The shares of a set of predictions; one that did not run is missed.
shares_of <- function(rows) {
  far <- distance(as.numeric(rows$reproduced), rows$published)
  share <- function(limit) mean(!is.na(far) & far <= limit)
  list(number = nrow(rows), within_10 = share(1.10), within_25 = share(1.25),
       within_50 = share(1.50))
}

# Times, and what is counted: rounds and properties of traffic.
counts_or_times <- function(quantity) {
  fifelse(grepl("time", quantity), "times", "counts")
}

# The predicted times of a ledger; and those more than 25% off.
predicted_times <- function(ledger) {
  ledger[role %in% predicted_roles & counts_or_times(quantity) == "times"]
}
far_verdicts <- c("within 50%", "beyond 50%")
far_times <- function(ledger) {
  predicted_times(ledger)[verdict %in% far_verdicts]
}

# The shares of the predictions that nobody had looked at, `unseen` being those
# of the first models; of those that have been, and of those that only a review
# looked at last, by today's; and of `last`, those that nobody had looked at
# when the last models of which that can be said were made, by these and by the
# first.
total_cells <- function(ledger, unseen, last = NULL) {
  shares <- function(rows, what, by_models) {
    if (NROW(rows) > 0)
      rows[, c(list(cells = what, models = by_models), shares_of(.SD)),
           by = .(quantities = counts_or_times(quantity))]
  }
  predicted <- ledger[role %in% predicted_roles]
  totals <- rbind(shares(unseen, "unseen", unseen$models[1]),
                  shares(predicted[seen == "looked at"], "looked at",
                         todays_models),
                  shares(predicted[seen == "looked at last"], "looked at last",
                         todays_models),
                  if (!is.null(last))
                    shares(unseen[last, on = ledger_keys, nomatch = NULL],
                           "last unseen", unseen$models[1]),
                  shares(last, "last unseen", last$models[1]))
  setcolorder(totals, c("cells", "quantities", "models"))
  totals[]
}

# The shares that are quoted: those of the unseen times by the first models, and
# those looked at by today's.
quoted_totals <- function(totals) {
  totals[quantities == "times" & cells %in% c("unseen", "looked at")]
}

# Whether the changes of the models helped where nobody had looked.
describe_gain <- function(totals) {
  both <- totals[quantities == "times" & cells == "last unseen"]
  if (nrow(both) != 2)
    return(NULL)
  share <- round(100 * both$within_25)
  gain <- share[2] - share[1]
  sprintf(paste("No choice had used %d times before the %s: %.0f%% of them are",
                "within 25%% with these, and %.0f%% with the %s. What was not",
                "looked at has %s from the changes."),
          both$number[1], both$models[2], share[2], share[1], both$models[1],
          if (gain > 0) sprintf("gained %.0f points", gain)
          else if (gain < 0) sprintf("lost %.0f points", -gain)
          else "not gained")
}

# Each table weighs the same, and so does each case of the winners.
total_scores <- function(scores) {
  of <- function(column) {
    if (column %in% names(scores)) mean(scores[[column]], na.rm = TRUE)
    else NA_real_
  }
  cases <- if ("cases" %in% names(scores)) scores[!is.na(cases)]
  of_cases <- function(column) {
    if (NROW(cases) == 0 || !column %in% names(cases)) NA_real_
    else weighted.mean(cases[[column]], cases$cases)
  }
  data.table(tables = nrow(scores), median_error = of("median_error"),
             p90_error = of("p90_error"), skill = of("skill"),
             bias = of("bias"), inside = of("inside"), tau_b = of("tau_b"),
             cases = sum(cases$cases),
             right_winners = of_cases("right_winners"),
             strict_winners = of_cases("strict_winners"),
             chance = of_cases("chance"),
             strict_chance = of_cases("strict_chance"),
             usual_winner = of_cases("usual_winner"),
             strict_usual = of_cases("strict_usual"))
}

# The winners without and with building, and how much of that needs no
# simulation: a row each of `means` and of `once`, from score_once.
list_winners <- function(means, once) {
  columns <- c("cases", "right_winners", "usual_winner", "chance",
               "strict_winners", "strict_usual", "strict_chance")
  rows <- rbindlist(list(
    `without building` = means[, columns, with = FALSE],
    `with building` = if (!is.null(once)) once[, columns, with = FALSE]),
    idcol = "schedules")
  rows[cases > 0]
}

describe_winners <- function(winners) {
  winners[, sprintf(paste(
    "winners, %s, of %d cases: published, or within 10%% of it: ours %.0f%%,",
    "the table's usual winner %.0f%%, a draw %.0f%%; strictly the published",
    "one: ours %.0f%%, usual %.0f%%, a draw %.0f%%"), schedules, cases,
    100 * right_winners, 100 * usual_winner, 100 * chance,
    100 * strict_winners, 100 * strict_usual, 100 * strict_chance)]
}

# A line per set of cells.
describe_totals <- function(totals) {
  totals[, sprintf(paste0("%s, %s: %d %s: %.0f%% within ",
                          "10%%, %.0f%% within 25%%, %.0f%% within 50%%"),
                   cells, models, number, quantities, 100 * within_10,
                   100 * within_25, 100 * within_50)]
}

print_totals <- function(totals, means, winners) {
  cat(describe_totals(totals), describe_gain(totals), sep = "\n")
  cat(sprintf(paste0("means over %d tables: error %.2f in the median, %.2f at ",
                     "the 90th percentile; bias %+.2f; skill %.2f; ",
                     "tau-b %.2f\n"),
              means$tables, means$median_error, means$p90_error, means$bias,
              means$skill, means$tau_b))
  cat(describe_winners(winners), sep = "\n")
}

# Rows of a table that people open: a spreadsheet would run a cell that begins
# so, and is no number.
for_spreadsheets <- function(rows) {
  rows <- as.data.table(rows)
  rows[, lapply(.SD, function(values) {
    if (!is.character(values))
      return(values)
    runs <- grepl("^[-=+@\t\r]", values) & !grepl(plain_number, values)
    fifelse(runs, paste0("'", values), values)
  })]
}

# Rows as csv on standard output. fwrite() would take a % in them for a format.
print_csv <- function(rows) {
  file <- tempfile()
  on.exit(unlink(file))
  fwrite(rows, file)
  writeLines(readLines(file))
}
