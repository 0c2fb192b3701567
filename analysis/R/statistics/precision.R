# analysis/R/statistics/precision.R -- the precision of a sweep's medians over
# launches.
#
# A launch ends when its own interval is narrow enough, which does not bound the
# spread between launches; this file does.

# Half of the interval, as a share of the median; NA without one.
half_width <- function(cases) {
  (cases$high_us - cases$low_us) / 2 / cases$median_us
}

# The interval narrows with the square root of the number of launches.
launches_for <- function(width, launches, precision) {
  pmax(min_launches, ceiling(launches * (width / precision)^2))
}

# Two digits, as "0.25%" or "220%".
short_percent <- function(share) {
  paste0(format_plain(signif(100 * share, 2)), "%")
}

# One line: the number of cases that reach `precision`, and about how many
# launches the others need.
describe_precision <- function(cases, precision) {
  width <- half_width(cases)
  if (all(is.na(width)))
    return(sprintf(paste("precision over launches: not known below %d of them;",
                         "this sweep has %s"), min_launches,
                   paste(unique(range(cases$launches)), collapse = " to ")))
  reached <- !is.na(width) & width <= precision
  line <- sprintf("precision over launches: within %g%% in %d of %d cases",
                  100 * precision, sum(reached), nrow(cases))
  if (all(reached))
    return(line)
  widest <- which.max(width)
  sprintf("%s; the widest, %s, would need about %.0f launches", line,
          short_percent(width[widest]),
          launches_for(width[widest], cases$launches[widest], precision))
}
