# analysis/R/claims/counts.R -- how many claims have which verdict. Every count
# of claims, in log, report and paper, is made here.

# What a claim is checked against, and how a sentence begins that says so. A
# claim is in one of the first three; the printed tables check some of them
# again, and other machines all that they can run.
claim_places <- c(simulated = "on the simulated machines",
                  alone = "by tests of schedules and costs",
                  open = "not run", printed = "by the papers' own tables",
                  measured = "on this machine")

# Verdicts without ranges and numbers, and their words after a number.
claim_kinds <- c(holds = "hold", `holds on a range` = "hold on a range",
                 `holds within noise` = "hold within noise",
                 fitted = "concern fitted numbers",
                 undecided = "undecided", contradicts = "do not",
                 `not run` = "not run")

# Verdicts without the range of values at which a claim holds.
kind_of_verdict <- function(verdict) {
  sub("holds for .*", "holds on a range",
      sub("^fitted, .*", "fitted", verdict))
}

place_of_claim <- function(claims) {
  is_here <- if (is.null(claims$is_measured)) claims$machine == "local"
             else claims$is_measured %in% TRUE
  claims[, fcase(machine == "printed", "printed", is_here, "measured",
                 verdict == "not run", "open", machine == "none", "alone",
                 default = "simulated")]
}

# A row per place, kind and group of `by`: N of them. `claims` as claims.csv.
count_claims <- function(claims, by = character()) {
  rows <- copy(claims)[, `:=`(place = place_of_claim(claims),
                              kind = kind_of_verdict(verdict))]
  unknown <- setdiff(rows$kind, names(claim_kinds))
  if (length(unknown) > 0)
    refuse("claims: verdict '", unknown[1], "'; accepted: ",
           paste(names(claim_kinds), collapse = ", "))
  counts <- rows[, .N, by = c("place", "kind", by)]
  counts[order(match(place, names(claim_places)),
               match(kind, names(claim_kinds)))]
}

# How many, of some places and kinds.
sum_claims <- function(counts, places, kinds = names(claim_kinds)) {
  counts[place %in% places & kind %in% kinds, sum(N)]
}

# "39 hold, 16 do not", of one place.
words_of_counts <- function(counts) {
  counts <- counts[, .(N = sum(N)), by = kind]
  paste(counts$N, claim_kinds[counts$kind], collapse = ", ")
}

words_of_verdicts <- function(claims) words_of_counts(count_claims(claims))

# All claims in words: each once, then those that are checked again.
describe_claim_counts <- function(claims) {
  counts <- count_claims(claims)
  of <- function(name) {
    one <- counts[place == name]
    if (nrow(one) == 0) NULL
    else if (name == "open") paste(sum(one$N), "not run")
    else paste0(claim_places[[name]], " ", words_of_counts(one))
  }
  more <- paste(c(of("printed"), of("measured")), collapse = "; ")
  paste0(uniqueN(claims[place_of_claim(claims) %in% c("simulated", "alone",
                                                      "open")],
                 by = c("paper", "id")),
         " claims: ", paste(c(of("simulated"), of("alone"), of("open")),
                            collapse = "; "),
         if (more != "") paste0(". Some of them again: ", more))
}
