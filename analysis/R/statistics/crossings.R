# analysis/R/statistics/crossings.R -- exchanges that cross the root of the fat
# tree.
#
# [ponnusamy1992, Sec. 3.4]: with N ranks below a root with four children, the
# pairwise exchange crosses the root in 3N/4 of its rounds, with every pair; the
# balanced exchange is said to spread them "optimally" over all N - 1 rounds.

# The number of exchanges per round whose ranks are in different quarters; two
# transfers, there and back, are one exchange.
count_crossings <- function(schedule, procs) {
  quarter <- procs / 4
  schedule[src < dst, .(crossings = sum(src %/% quarter != dst %/% quarter)),
           keyby = round]$crossings
}

# `schedules` is a list by process count of lists by algorithm, of schedules or
# NULL. Gives the min and max per round of the balanced exchange in the form of
# samples; NULL without schedules.
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
