# analysis/R/slower.R -- whether one set of launches is slower than another.

# `before` and `after` are medians of launches, which are the independent
# observations: samples of one launch share its luck. The interval is that of
# the Hodges-Lehmann estimate of the ratio, by Wilcoxon's rank-sum test on the
# logarithms, which assumes no distribution (Hunold and Carpen-Amarie, TPDS
# 2016, compare launches like that). Slower, if all of it lies above 1.
compare_launches <- function(before, after, confidence = 0.95) {
  test <- suppressWarnings(stats::wilcox.test(log(after), log(before),
                                              conf.int = TRUE,
                                              conf.level = confidence))
  list(ratio = exp(test$estimate[[1]]), low = exp(test$conf.int[1]),
       high = exp(test$conf.int[2]), is_slower = test$conf.int[1] > 0)
}

# Of recorded streams (comparison, kind, launch, times_ns; a row a launch, its
# samples joined by blanks), a row a comparison: base launches against others that differ in nothing (`same`), or
# that are slowed down (`slow`).
compare_streams <- function(streams) {
  medians <- streams[, .(median_ns = median(as.numeric(
                           strsplit(times_ns, " ")[[1]]))),
                     by = .(comparison, kind, launch)]
  rbindlist(lapply(c("same", "slow"), function(other) {
    medians[, c(list(kind = other),
                compare_launches(median_ns[kind == "base"],
                                 median_ns[kind == other])), by = comparison]
  }))
}
