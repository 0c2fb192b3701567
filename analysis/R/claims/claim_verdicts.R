# analysis/R/claims/claim_verdicts.R -- the verdict on a claim: over patterns of
# a simulated machine, over launches of a real one, or along a column.

evaluate <- function(expression, cases) {
  eval(str2lang(expression), cases, globalenv())
}

# Whether a claim holds at each data point, a row of `cases`: if it is all() of
# a condition. Others have one data point: all cases.
holds_at <- function(claim, cases) {
  condition <- str2lang(claim$holds)
  if (is.call(condition) && identical(condition[[1]], quote(all)) &&
        length(condition) == 2) {
    each <- eval(condition[[2]], cases, globalenv())
    if (is.logical(each) && length(each) == nrow(cases))
      return(each)
  }
  outcome <- evaluate(claim$holds, cases)
  if (is.logical(outcome) && length(outcome) == 1) outcome else NA
}

# A data point where a claim does not hold for the mean over patterns is within
# its own spread if the claim holds there for half of the patterns or more; of
# fewer than four there is no spread. The claim holds within noise if each data
# point holds or is within its spread, and at most a quarter of several are the
# latter. `cases` are means, `patterns` are cases of each seed; `keys` identify
# a case.
min_patterns <- 4
verdict_over_patterns <- function(claim, cases, patterns, keys) {
  of_means <- holds_at(claim, cases) %in% TRUE
  is_one <- length(of_means) == 1
  each <- rbindlist(lapply(split(patterns, by = "seed"), function(rows) {
    data.table(point = if (is_one) 1L else cases[rows, on = keys, which = TRUE],
               holds = holds_at(claim, rows))
  }))[!is.na(holds)]
  is_close <- vapply(seq_along(of_means), function(i) {
    own <- each[point == i, holds]
    length(own) >= min_patterns && mean(own) >= 1 / 2
  }, NA)
  if (all(of_means | is_close) && (is_one || mean(of_means) >= 3 / 4))
    "holds within noise"
  else
    "contradicts"
}

# Bootstrap over launches, as one mpirun is a single observation: a claim holds,
# or does not, if 95% of the resamples agree. The resamples are the same on
# every run.
num_resamples <- 200
verdict_over_launches <- function(values, holds) {
  launches <- split(values$each, by = "replicate")
  set.seed(1)
  share <- mean(replicate(num_resamples, {
    drawn <- launches[sample(length(launches), replace = TRUE)]
    values$each <- rbindlist(drawn)
    holds(widen_values(values))
  }), na.rm = TRUE)
  if (share >= 0.95) "holds"
  else if (share > 0.05) "holds within noise"
  else "contradicts"
}

# The part of `values`, in ascending order, where a claim holds, in words; NULL
# unless they are all of it on one side, or in the middle, and half of it.
range_of_holding <- function(column, values, holds) {
  if (sum(holds) < length(holds) / 2 || any(diff(which(holds)) > 1))
    return(NULL)
  ends <- values[range(which(holds))]
  if (all(holds)) ""
  else if (holds[1]) sprintf(" for %s <= %g", column, ends[2])
  else if (holds[length(holds)]) sprintf(" for %s >= %g", column, ends[1])
  else if (ends[1] == ends[2]) sprintf(" for %s = %g", column, ends[1])
  else sprintf(" for %s from %g to %g", column, ends[1], ends[2])
}

# The verdict on a claim along a column, or NULL where it has no range. A case
# that cannot decide it, as one of few values, makes no range.
verdict_along <- function(claim, cases) {
  if (!claim$along %in% names(cases) || !is.numeric(cases[[claim$along]]))
    stop("along '", claim$along, "' is no column of numbers; accepted: ",
         paste(names(cases)[vapply(cases, is.numeric, NA)], collapse = " "))
  values <- sort(unique(cases[[claim$along]]))
  holds <- vapply(values, function(value) {
    isTRUE(evaluate(claim$holds, cases[get(claim$along) == value]))
  }, NA)
  range <- range_of_holding(claim$along, values, holds)
  if (!is.null(range)) paste0("holds", range)
}
