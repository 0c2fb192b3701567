# analysis/R/statistics/slower.R -- whether one cell is slower than another.

# Estimate and 95% interval from one value per launch: launches are the
# independent observations. Hodges and Lehmann's estimate, and the interval of
# Wilcoxon's signed-rank test, which assumes a symmetric distribution only.
# Equal values, and a single one, are their own interval, as the test knows none
# of a constant. Fewer than 6 launches cannot give 95%: their range.
estimate <- function(values) {
  if (length(unique(values)) == 1)
    return(list(estimate = values[1], low = values[1], high = values[1]))
  test <- suppressWarnings(stats::wilcox.test(values, conf.int = TRUE))
  ends <- if (length(values) < 6) range(values) else test$conf.int
  list(estimate = test$estimate[[1]], low = ends[1], high = ends[2])
}

# `before` and `after` are the medians of two cells in the same launches, in the
# same order; a ratio within a launch cancels what its samples share. Slower:
# the whole interval is above 1.
compare_launches <- function(before, after) {
  gain <- estimate(log(after / before))
  list(ratio = exp(gain$estimate), low = exp(gain$low), high = exp(gain$high),
       is_slower = gain$low > 0)
}

# The ratio `what` / `of` of the medians of two cells in the same launches, with
# its interval if the launches are enough for one.
ratio_of_launches <- function(what, of) {
  if (length(what) < min_launches)
    list(ratio = median(what / of), low = NA_real_, high = NA_real_)
  else
    compare_launches(of, what)[c("ratio", "low", "high")]
}

# From recorded streams (comparison, kind, launch, times_ns; a row per launch
# and kind, its samples joined by blanks), a row per comparison: `base` against
# an equal cell (`same`), or one that is slowed down (`slow`).
compare_streams <- function(streams) {
  medians <- streams[, .(median_ns = median(as.numeric(
                           strsplit(as.character(times_ns), " ")[[1]]))),
                     by = .(comparison, kind, launch)]
  wide <- dcast(medians, comparison + launch ~ kind, value.var = "median_ns")
  rbindlist(lapply(c("same", "slow"), function(other) {
    wide[, c(list(kind = other), compare_launches(base, get(other))),
         by = comparison]
  }))
}

# The number of launches that find a slow-down of `effect` with `power`, from
# the spread of the ratios of equal cells between launches. The spread is
# estimated by quartiles, so that a disturbed launch counts once.
launches_to_find <- function(streams, effect = 0.05, power = 0.95) {
  medians <- streams[, .(median_ns = median(as.numeric(
                           strsplit(as.character(times_ns), " ")[[1]]))),
                     by = .(kind, launch)]
  wide <- dcast(medians, launch ~ kind, value.var = "median_ns")
  spread <- with(wide, stats::IQR(log(same / base))) / 1.349
  ceiling(((stats::qnorm(0.975) + stats::qnorm(power)) * spread /
             log(1 + effect))^2)
}
