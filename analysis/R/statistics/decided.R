# analysis/R/statistics/decided.R -- how many launches decide a comparison, by
# the test of `compare` (baseline.R): Wilcoxon's signed-rank test, and Holm's
# limit for the smallest p of all comparisons.

# Whether rank sums of the launches that disagree are significant.
is_decided <- function(rank_sum, launches, comparisons) {
  2 * psignrank(rank_sum, launches) < (1 - confidence) / comparisons
}

# So many launches may disagree, those with the smallest differences; -1: even
# none is too many.
may_disagree <- function(launches, comparisons) {
  sum(is_decided(cumsum(0:launches), launches, comparisons)) - 1
}

# The share of comparisons that are decided where a launch agrees with
# probability `agreeing` and log ratios are normal: of 10000 drawn ones.
share_decided <- function(launches, comparisons, agreeing, draws = 10000) {
  set.seed(1)
  gains <- matrix(rnorm(launches * draws, qnorm(agreeing)), launches)
  rank_sums <- apply(gains, 2, function(gain) {
    sum(rank(abs(gain))[gain < 0])
  })
  mean(is_decided(rank_sums, launches, comparisons))
}

# The table of docs/measuring.md: for the numbers needed and advised.
table_decided <- function(comparisons = c(1, 12, 48, 200)) {
  rows <- rbindlist(lapply(comparisons, function(k) {
    list(comparisons = k,
         launches = c(launches_needed(k), launches_advised(k)))
  }))
  rows[, `:=`(
    disagree = mapply(may_disagree, launches, comparisons),
    decided_90 = mapply(share_decided, launches, comparisons, 0.90),
    decided_95 = mapply(share_decided, launches, comparisons, 0.95))][]
}
