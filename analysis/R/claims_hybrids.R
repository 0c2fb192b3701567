# analysis/R/claims_hybrids.R -- what barnett1994 says of hybrids, as far as the
# simulated Paragon tells.

# What the hybrid gains on the faster of short and long, a row a collective: the
# least over all lengths, and the most.
compare_hybrids <- function(cases) {
  cases <- copy(cases)[, c("collective", "kind") := split_row(algorithm)]
  wide <- dcast(cases[kind %in% c("short", "long", "hybrid")],
                procs + collective + bytes ~ kind, value.var = "median_us")
  wide[, gain := pmin(short, long) / hybrid]
  wide[, .(lengths = .N, least_gain = min(gain), most_gain = max(gain),
           at_bytes = bytes[which.max(gain)]), by = .(procs, collective)]
}

# What each order of dimensions takes against the fastest, geometric means and
# the worst, a row a collective; which comes first is the paper's open question.
compare_orders <- function(cases) {
  one <- copy(cases)[, slower := median_us / min(median_us),
                     by = .(algorithm, bytes)]
  one[, .(mean = exp(mean(log(slower))), worst = max(slower),
          at_bytes = bytes[which.max(slower)]), by = .(algorithm, traversal)][
    order(algorithm, mean)]
}

claims_hybrids <- function(cases, machine) {
  if (is.null(cases))
    return(NULL)
  gains <- compare_hybrids(cases)
  named <- gains[collective %in% c("broadcast", "combine to all")]
  data.table(
    paper = "barnett1994", section = "6", machine = machine,
    claim = c(
      sprintf("no hybrid is over 5%% slower than short and long (%.2f to %.2f times as fast, %d lengths)",
              min(gains$least_gain), max(gains$most_gain), max(gains$lengths)),
      sprintf("hybrids of broadcast and combine-to-all beat both by 1.3 somewhere (%s)",
              paste(sprintf("%.2f at %s", named$most_gain,
                            label_bytes(named$at_bytes)), collapse = ", "))),
    holds = c(min(gains$least_gain) >= 1 / 1.05, all(named$most_gain >= 1.3)))
}

claims_orders <- function(cases, machine) {
  if (is.null(cases))
    return(NULL)
  worst <- compare_orders(cases)[, .(worst = max(worst)), by = traversal]
  of <- function(name) worst[traversal == name, worst]
  data.table(
    paper = "barnett1994", section = "6", machine = machine,
    claim = sprintf("neighbours first is best (at most %.2f times the fastest order; far %.2f, alternating %.2f)",
                    of("near"), of("far"), of("alternating")),
    holds = of("near") <= min(worst$worst))
}
