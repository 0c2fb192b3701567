# analysis/R/statistics/compare.R -- compares a reproduced number with the
# published one.

# The interval of values that round to a printed decimal: "10.50" is [10.495,
# 10.505].
printed_interval <- function(printed) {
  decimals <- ifelse(grepl(".", printed, fixed = TRUE),
                     nchar(sub("^[^.]*[.]", "", printed)), 0)
  half <- 0.5 * 10^-decimals
  list(low = as.numeric(printed) - half, high = as.numeric(printed) + half)
}

# The distance as a factor >= 1: max(ratio, 1 / ratio) from the nearest end of
# the printed interval, 1 inside it.
distance <- function(reproduced, printed) {
  interval <- printed_interval(printed)
  pmax(1, interval$low / reproduced, reproduced / interval$high)
}

verdict_limits <- c("within 5%" = 1.05, "within 10%" = 1.10,
                    "within 25%" = 1.25, "within 50%" = 1.50)

# The verdict on a predicted number; NA did not run.
predicted_verdict <- function(reproduced, printed) {
  far <- distance(reproduced, printed)
  verdict <- rep("beyond 50%", length(far))
  for (name in rev(names(verdict_limits)))
    verdict[far <= verdict_limits[[name]]] <- name
  verdict[is.na(far)] <- "not run"
  verdict
}

# The verdict on a number that must be equal.
exact_verdict <- function(reproduced, printed) {
  fifelse(is.na(reproduced), "not run",
          fifelse(reproduced == printed, "exact", "contradicts"))
}

# How the parts of a mesh were numbered; "0" where there are none.
numbering_of <- function(parameters) {
  numbered <- grepl("(^|;)numbering=", parameters)
  fifelse(numbered, sub("(^|.*;)numbering=([0-9]+).*", "\\2", parameters), "0")
}

# The time of a pattern in a launch, in the unit of the table: the median, or
# another statistic, of its samples. In a simulation a launch is a draw of when
# ranks start.
pattern_times <- function(samples, unit_ns, column = "time_ns") {
  samples[, .(time = median(as.numeric(get(column))) / unit_ns),
          by = .(algorithm, case, seed, replicate,
                 numbering = numbering_of(parameters))]
}

# The half width of the 95% interval of a mean, as a share of it; NA for a
# single value, and where all are 0.
precision_of_mean <- function(x) {
  if (length(x) < 2 || mean(x) == 0)
    return(NA_real_)
  qt(0.975, length(x) - 1) * sd(x) / sqrt(length(x)) / mean(x)
}

# A mean that is compared with print should be known within this share.
mean_limit <- 0.05

# The values whose interval counts: launches of one pattern have its traffic in
# common, so they are averaged first, unless there is no other pattern.
independent_times <- function(times) {
  by_pattern <- times[, .(time = mean(time)), by = .(seed, numbering)]
  if (nrow(by_pattern) > 1) by_pattern$time else times$time
}

# Mean over patterns and draws, and how precisely it is known; 5th and 95th
# percentile, a row per published case; case_keys are those of the sweep.
summarise_patterns <- function(samples, unit_ns, column = "time_ns") {
  pattern_times(samples, unit_ns, column)[, .(
    mean = mean(time), median = median(time),
    low = quantile(time, 0.05, names = FALSE),
    high = quantile(time, 0.95, names = FALSE), num_patterns = .N,
    mean_within = precision_of_mean(independent_times(.SD))),
    by = .(algorithm, case)]
}

# Cases with fewer keys: "bytes=16;degree=4" for degree is "degree=4".
project_cases <- function(cases, keys) {
  distinct <- unique(cases)
  pairs <- strsplit(distinct, ";", fixed = TRUE)
  kept <- vapply(pairs, function(one) {
    paste(one[sub("=.*", "", one) %in% keys], collapse = ";")
  }, "")
  kept[match(cases, distinct)]
}

case_keys <- function(cases) {
  unique(sub("=.*", "", unlist(strsplit(unique(cases), ";", fixed = TRUE))))
}

# The caption's sentence on the interval.
words_of_interval <- function(launches) {
  if (min(launches) >= min_launches)
    "bars: its rank-based 95% interval over launches."
  else sprintf("without an interval: %d of at least %d launches.",
               min(launches), min_launches)
}

# Fewer launches have no rank-based 95% interval.
min_launches <- 6

# The rank-based interval of a median with at least the given confidence: the
# order statistics j and n + 1 - j with the largest j for which a binomial(n,
# 1/2) lies outside with probability at most 1 - confidence. NA for n too small.
median_interval <- function(x, confidence = 0.95) {
  n <- length(x)
  j <- qbinom((1 - confidence) / 2, n, 0.5)
  if (j < 1)
    return(c(NA_real_, NA_real_))
  sorted <- sort(x)
  sorted[c(j, n + 1 - j)]
}
