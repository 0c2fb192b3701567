# analysis/R/ledger/coverage.R -- every table and figure of the four papers:
# whether it agrees with what the paper prints; and the methods that their text
# mentions and that are missing here.
#
# coverage.csv says what was done: `ran`, `illustrated` (pseudo-code and
# drawings, which have nothing to compare) or `missing`. A method has its
# section as item. What ran `agrees` if at
# least three quarters of its predicted times are within 25%; without times, of
# its predicted counts; without these, if as many of its exact numbers are
# exact; without numbers, if all its claims hold. Otherwise it `differs`, or is
# `not compared` if it has neither numbers nor claims.

coverage_columns <- c("paper", "item", "what", "status", "file", "command",
                      "why")
coverage_status <- c("ran", "illustrated", "missing")
judged_status <- c("agrees", "differs", "not compared", "illustrated",
                   "missing")
agreeing_share <- 0.75

read_coverage <- function(file) {
  rows <- read_listed(file, coverage_columns)
  refuse_line(!rows$status %in% coverage_status |
                (rows$status != "ran" & rows$why == "") |
                (rows$status != "missing" & rows$command == ""),
              file, "status '", rows$status, "'; accepted: ",
              paste(coverage_status, collapse = ", "),
              "; with a command unless missing, with why unless ran")
  rows
}

# Adds `merit`, how many numbers are near or claims hold, to items that have
# any, and replaces the status `ran`. `claims_of`: a list by figure of the ids
# of its claims.
judge_coverage <- function(coverage, ledger, claims, claims_of = list()) {
  numbers <- ledger[role %in% c("exact", predicted_roles), judge_numbers(.SD),
                    by = .(paper, item = name_of(table))]
  of_figures <- rbindlist(lapply(names(claims_of), function(name) {
    judge_claims_of(claims, claims_of[[name]], name)
  }))
  judged <- copy(coverage)[, `:=`(merit = "", agrees = FALSE)]
  judged[numbers, on = .(paper, item), `:=`(merit = i.merit, agrees = i.agrees)]
  if (nrow(of_figures) > 0) {
    judged[, figure := sub("^figures/(.*)[.]svg$", "\\1", file)]
    judged[of_figures, on = .(figure), `:=`(
      merit = fifelse(merit == "", i.merit, merit),
      agrees = fifelse(merit == "", i.agrees, agrees))]
    judged[, figure := NULL]
  }
  judged[status == "ran", status := fcase(merit == "", "not compared",
                                          agrees, "agrees",
                                          default = "differs")]
  judged[, agrees := NULL][]
}

near_verdicts <- c("exact", "within 5%", "within 10%", "within 25%")

# Of the first kind of numbers that the item has.
judge_numbers <- function(cells) {
  kind <- fifelse(cells$role == "exact", "exact",
                  counts_or_times(cells$quantity))
  first <- intersect(c("times", "counts", "exact"), kind)[1]
  near <- cells$verdict[kind == first] %in% near_verdicts
  list(merit = if (first %in% "exact")
         sprintf("%d of %d numbers exact", sum(near), length(near))
       else sprintf("%.0f%% of %d %s within 25%%", 100 * mean(near),
                    length(near), first),
       agrees = mean(near) >= agreeing_share)
}

# NULL if no claim of the figure was judged.
judge_claims_of <- function(claims, ids, name) {
  own <- claims[id %in% ids & !machine %in% c("printed", "local") &
                  verdict != "not run"]
  if (nrow(own) == 0)
    return(NULL)
  hold <- grepl("holds$", own$verdict)
  data.table(figure = name, agrees = all(hold),
             merit = sprintf("%d of %d claims hold", sum(hold), length(hold)))
}

# Whether items are methods of the text, no tables or figures.
is_method <- function(item) startsWith(item, "Section ")

# One line: the number of tables and figures by status, and of methods that are
# missing.
describe_coverage <- function(coverage) {
  counts <- coverage[!is_method(item), .N,
                     by = .(status = factor(status, judged_status))]
  setorder(counts, status)
  sprintf("%d tables and figures: %s; methods of the text, missing: %d",
          sum(counts$N), paste(counts$status, counts$N, collapse = ", "),
          coverage[is_method(item), sum(status == "missing")])
}
