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
# NULL; the claims about those that are there.
claims_crossings <- function(schedules) {
  rbindlist(lapply(names(schedules), function(size) {
    procs <- as.integer(size)
    pex <- schedules[[size]]$pex
    bex <- schedules[[size]]$bex
    if (is.null(pex) || is.null(bex))
      return(NULL)
    of_pex <- count_crossings(pex, procs)
    of_bex <- count_crossings(bex, procs)
    spread <- max(of_bex) - min(of_bex)
    data.table(
      paper = "ponnusamy1992", section = "3.4",
      machine = paste(procs, "processes"),
      claim = c("pex: 3N/4 rounds, all of whose exchanges cross the root",
                "pex and bex: 3N/4 x N/2 exchanges cross the root in all",
                sprintf(paste("bex: evenly spread over the N - 1 rounds",
                              "(%d to %d a round)"), min(of_bex),
                        max(of_bex))),
      holds = c(sum(of_pex == procs / 2) == 3 * procs / 4 &&
                  all(of_pex %in% c(0, procs / 2)),
                sum(of_pex) == 3 * procs^2 / 8 &&
                  sum(of_bex) == 3 * procs^2 / 8,
                spread <= 1))
  }))
}
