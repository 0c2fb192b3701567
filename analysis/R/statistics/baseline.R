# analysis/R/statistics/baseline.R -- which algorithm is faster than a baseline
# algorithm, or than earlier results, case by case.
#
# A single mpirun is one observation, because its samples are correlated: the
# geometric mean over patterns of the medians. On a simulated machine, where
# launches are equal or draw starts alone, a pattern is. A ratio is the
# Hodges-Lehmann estimate of Wilcoxon's test, with its interval; p is corrected
# for the number of comparisons after Holm. Ratios are averaged on logarithms.

confidence <- 0.95

# The smallest p of Wilcoxon's test of `n` observations in pairs, or of groups
# of `n` and `m`. It limits the number of comparisons that they can decide.
smallest_p <- function(n, m, in_pairs) {
  if (in_pairs) 2 / 2^n else 2 / choose(n + m, n)
}

# The observations, of each group, that decide so many comparisons.
launches_needed <- function(comparisons, in_pairs = TRUE) {
  n <- seq_len(200)
  which(comparisons * smallest_p(n, n, in_pairs) < 1 - confidence)[1]
}

# From and to how many observations to use: those needed decide only where all
# agree. decided.R has how often so many decide.
launches_advised <- function(comparisons, in_pairs = TRUE) {
  launches_needed(comparisons, in_pairs) + c(4, 9)
}

# What varies of the traffic and its place, but for the seed.
varied_traffic <- function(results) {
  samples <- results$samples[time_ns > 0]
  Filter(function(column) uniqueN(samples[[column]]) > 1,
         setdiff(c(traffic_columns, intersect(results$of_workload,
                                              names(samples))), "seed"))
}

# The samples with their case (`words`) and variant in words, with the
# parameters that vary, and the unit that pairs them. `results` is from
# read_results. Exchanges that take no time, as nothing is sent, have no ratio.
name_samples <- function(results) {
  samples <- results$samples[time_ns > 0]
  if (nrow(samples) == 0)
    refuse("nothing to compare: no exchange has a message")
  own <- intersect(c("mode", setdiff(results$parameters$name,
                                     results$of_workload)), names(samples))
  samples[, words := name_levels(samples, varied_traffic(results), "all")]
  samples[, variant := as.character(name_levels(samples, varying(samples, own),
                                                ""))]
  samples[, variant := paste0(algorithm, fifelse(variant == "", "", ", "),
                              variant)]
  # In the order of the experiment.
  named <- unique(samples[order(match(algorithm, names(results$labels))),
                          variant])
  samples[, variant := factor(variant, named)]
  samples[, unit := if (results$simulated) as.character(seed)
                    else as.character(replicate)][]
}

# A row per observation: log of the time in ns.
log_times <- function(samples) {
  medians <- samples[, .(time = median(as.numeric(time_ns))),
                     by = .(words, variant, unit, seed)]
  medians[, .(log_time = mean(log(time))), by = .(words, variant, unit)]
}

observe <- function(results) log_times(name_samples(results))

# The ratio of `what` to `of`, both logarithms of paired observations or of two
# groups, and p; no interval where the result is inconclusive.
contrast <- function(what, of, in_pairs) {
  is_conclusive <-
    smallest_p(length(what), length(of), in_pairs) < 1 - confidence
  pairs <- if (in_pairs) what - of else as.vector(outer(what, of, "-"))
  found <- list(units = length(what), units_base = length(of),
                ratio = exp(median(pairs)), low = NA_real_, high = NA_real_,
                p = NA_real_,
                # Probability that a launch of `what` is faster.
                faster_share = mean(pairs < 0) + mean(pairs == 0) / 2)
  if (!is_conclusive)
    return(found)
  if (all(pairs == 0))
    return(replace(found, c("low", "high", "p"), list(1, 1, 1)))
  # Equal observations have no exact p; R warns about it.
  test <- suppressWarnings(
    if (in_pairs) wilcox.test(what - of, conf.int = TRUE,
                              conf.level = confidence)
    else wilcox.test(what, of, conf.int = TRUE, conf.level = confidence))
  replace(found, c("ratio", "low", "high", "p"),
          list(exp(unname(test$estimate)), exp(test$conf.int[1]),
               exp(test$conf.int[2]), test$p.value))
}

# Adds verdicts, corrected for the number of comparisons.
judge_contrasts <- function(rows) {
  setorder(rows, case, variant)
  rows[, p := p.adjust(p, "holm")]
  rows[, verdict := fifelse(is.na(p) | p >= 1 - confidence, "cannot tell",
                            fifelse(ratio < 1, "faster", "slower"))][]
}

# Every variant compared with one of them, in the same launches.
compare_algorithms <- function(results, baseline) {
  algorithm <- sub(", .*", "", baseline)
  baseline <- sub(algorithm, algorithm_names(algorithm), baseline, fixed = TRUE)
  seen <- observe(results)
  if (!baseline %in% seen$variant)
    refuse("baseline '", baseline, "'; accepted: ",
           paste(levels(seen$variant), collapse = ", "))
  base <- seen[variant == baseline]
  both <- base[seen[variant != baseline], on = .(words, unit), nomatch = NULL]
  if (nrow(both) == 0)
    refuse("baseline '", baseline, "': nothing else ran in the same launches")
  judge_contrasts(both[, contrast(i.log_time, log_time, TRUE),
                       by = .(case = words, variant = i.variant)])
}

# The same variants in other results, such as those of a later version. Patterns
# of simulated machines are the same in both.
compare_results <- function(before, after) {
  in_pairs <- before$simulated && after$simulated
  old <- observe(before)
  new <- observe(after)
  shared <- unique(old[, .(words, variant)])[unique(new[, .(words, variant)]),
                                             on = .(words, variant),
                                             nomatch = NULL]
  if (nrow(shared) == 0)
    refuse("the two results have no case in common")
  judge_contrasts(shared[, {
    what <- new[.BY, on = .(words, variant)]
    of <- old[.BY, on = .(words, variant)]
    if (in_pairs) {
      both <- of[what, on = .(unit), nomatch = NULL]
      contrast(both$i.log_time, both$log_time, TRUE)
    } else {
      contrast(what$log_time, of$log_time, FALSE)
    }
  }, by = .(words, variant)][, setnames(.SD, "words", "case")])
}

# The variant with the lowest median in each case: no test, so no family of
# comparisons besides that with the baseline.
lowest_medians <- function(results) {
  times <- observe(results)[, .(time = median(log_time)),
                            by = .(case = words, variant)]
  times[, .SD[which.min(time)], by = case]
}

# A summary in a few lines, and the number of launches that would decide more.
print_comparison <- function(rows, than, what, in_pairs = TRUE) {
  cat(sprintf("Wilcoxon's test over %s, Holm over all %d comparisons, 95%%:\n",
              what, nrow(rows)))
  counts <- rows[, .(faster = sum(verdict == "faster"),
                     slower = sum(verdict == "slower"),
                     open = sum(verdict == "cannot tell"),
                     ratio = exp(median(log(ratio))), lowest = min(ratio),
                     highest = max(ratio)), by = variant]
  cat(sprintf(paste("%s: of %d cases faster %s in %d, slower in %d,",
                    "cannot tell in",
                    "%d; in the median %.2f times the time (%.2f to %.2f)\n"),
              counts$variant, uniqueN(rows$case), than, counts$faster,
              counts$slower, counts$open, counts$ratio, counts$lowest,
              counts$highest), sep = "")
  if (any(counts$open > 0))
    print_advice(rows, what, in_pairs)
}

# How many observations to use, if there are fewer.
print_advice <- function(rows, what, in_pairs) {
  advised <- launches_advised(nrow(rows), in_pairs)
  most <- rows[which.min(smallest_p(units, units_base, in_pairs))]
  if (smallest_p(most$units, most$units_base, in_pairs) >
        smallest_p(advised[1], advised[1], in_pairs))
    cat(sprintf(paste("%d comparisons need %d %s%s, which decide only if all",
                      "agree; use %d to %d; there are %s\n"),
                nrow(rows), launches_needed(nrow(rows), in_pairs), what,
                if (in_pairs) "" else " on either side", advised[1], advised[2],
                if (in_pairs) most$units
                else paste(most$units_base, "before and", most$units, "now")))
}

print_lowest <- function(lowest) {
  counts <- lowest[, .N, by = variant][order(-N)]
  cat("lowest median, not tested, of ", nrow(lowest), " cases: ",
      paste(sprintf("%s in %d", counts$variant, counts$N), collapse = ", "),
      "\n", sep = "")
}
