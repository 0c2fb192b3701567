# analysis/R/crossings.R -- exchanges that cross the root of the fat tree.
#
# [ponnusamy1992, Sec. 3.4]: of N ranks below a root with four children, the
# pairwise exchange crosses the root in 3N/4 of its rounds, with every pair; the
# balanced exchange is said to spread them "optimally" over all N - 1 rounds.

# Exchanges of each round whose two ranks lie in different quarters; a pair of
# transfers, there and back, is one exchange.
count_crossings <- function(schedule, procs) {
  quarter <- procs / 4
  schedule[src < dst, .(crossings = sum(src %/% quarter != dst %/% quarter)),
           keyby = round]$crossings
}

# `schedules` is a list by process count of lists by algorithm, of schedules or
# NULL: what a round of the balanced exchange has at least and at most, in the
# form of samples; NULL if there is none.
crossing_samples <- function(schedules) {
  samples <- rbindlist(lapply(names(schedules), function(size) {
    bex <- schedules[[size]]$bex
    if (is.null(bex))
      return(NULL)
    data.table(procs = as.integer(size), seed = 1L,
               algorithm = c("least", "most"),
               crossings = range(count_crossings(bex, as.integer(size))))
  }))
  if (nrow(samples) > 0) samples
}
