# analysis/R/statistics/recommend.R -- the algorithm to use for each traffic of
# a sweep.
#
# A case is what varies of the traffic; a variant is an algorithm with what
# varies of it. The fastest variant of a case is compared with every other over
# the same launches (patterns on simulated machines), as `compare` does
# (baseline.R), but each interval is by itself: none is corrected for the number
# of cases.

# What is known of the recommended variant of a case.
known_words <- c(
  faster = "faster than every other",
  none = "no difference could be shown from",
  equal = "the same time as",
  few = "fastest median; too few observations for an interval",
  pattern = "fastest; one simulated pattern")

# How near each variant is to the fastest of a case: on average (geometric), and
# where it is furthest; the nearest first. `times` has the median of the
# logarithms by case (words) and variant.
rank_variants <- function(times) {
  losses <- copy(times)[, loss := exp(time - min(time)), by = words]
  losses[, .(cases = .N, mean_loss = exp(mean(log(loss))), most = max(loss),
             at = words[which.max(loss)], wins = sum(loss == 1)),
         by = variant][order(-cases, mean_loss)]
}

# One case: the recommended variant, those that it cannot be distinguished from
# (`tied`), and how many times as long the next takes. `ranked` decides among
# equals.
recommend_one <- function(seen, ranked, is_simulated) {
  times <- seen[, .(time = median(log_time)), by = variant][order(time)]
  first <- seen[variant == times$variant[1]]
  against <- rbindlist(lapply(times$variant[-1], function(other) {
    both <- seen[variant == other][first, on = .(unit), nomatch = NULL]
    if (nrow(both) > 0)
      c(list(variant = other), contrast(both$i.log_time, both$log_time, TRUE))
  }))
  if (nrow(against) == 0)
    return(NULL)
  is_tied <- against[, ratio == 1 | (!is.na(high) & high >= 1)]
  equal <- c(times$variant[1], against$variant[is_tied])
  choice <- ranked[ranked %in% equal][1]
  known <- if (any(is_tied)) {
    if (all(against$ratio[is_tied] == 1)) "equal" else "none"
  } else if (!is.na(against$low[1])) "faster"
  else if (is_simulated && against$units[1] == 1) "pattern" else "few"
  with(against[1], list(
    choice = choice, known = known, second = variant,
    tied = paste(setdiff(ranked[ranked %in% equal], choice), collapse = "; "),
    gain = 1 / ratio, gain_low = 1 / high, gain_high = 1 / low, units = units))
}

# Sizes first, numbers of processes last.
order_factors <- function(factors) {
  factors[order(factors != "bytes", factors %in% c("procs", "nodes",
                                                   "tasks_per_node"))]
}

# A row per case: its columns of `varied_traffic`, and what recommend_one finds;
# and the variants ranked. NULL if there is nothing to compare.
recommend <- function(results) {
  if (!any(results$samples$time_ns > 0))
    return(NULL)
  samples <- name_samples(results)[, `:=`(words = as.character(words),
                                          variant = as.character(variant))]
  factors <- order_factors(varied_traffic(results))
  seen <- log_times(samples)
  ranked <- rank_variants(seen[, .(time = median(log_time)),
                               by = .(words, variant)])
  rows <- seen[, recommend_one(.SD, ranked$variant, results$simulated),
               by = words]
  if (nrow(rows) == 0)
    return(NULL)
  keys <- unique(samples[, c("words", factors), with = FALSE])
  list(factors = factors, cases = keys[rows, on = "words"], ranked = ranked)
}

# Cases that follow each other, with one recommendation, in one row: each factor
# F has the columns F.from and F.to, places in its sorted values.
merge_cases <- function(cases, factors) {
  rows <- copy(cases)[, `:=`(number = 1L, gain_most = gain)]
  for (name in factors) {
    place <- match(rows[[name]], sort(unique(rows[[name]])))
    set(rows, j = paste0(name, c(".from", ".to")), value = list(place, place))
  }
  for (name in factors)
    rows <- merge_along(rows, name, setdiff(factors, name))
  if (length(factors) > 0)
    setorderv(rows, paste0(factors, ".from"))
  rows[]
}

# Merges rows with equal recommendations that are neighbours in factor `name`,
# and the same in `others`.
merge_along <- function(rows, name, others) {
  ends <- paste0(name, c(".from", ".to"))
  kept <- c("choice", "known", as.vector(outer(others, c(".from", ".to"),
                                               paste0)))
  setorderv(rows, ends[1])
  rows[, run := cumsum(get(ends[1]) != shift(get(ends[2]), fill = -1L) + 1L),
       by = kept]
  merged <- rows[, .(
    from = min(get(ends[1])), to = max(get(ends[2])), gain = min(gain),
    gain_most = max(gain_most), gain_low = min(gain_low),
    gain_high = max(gain_high), number = sum(number),
    tied = paste(unique(unlist(strsplit(tied, "; ", fixed = TRUE))),
                 collapse = "; ")), by = c(kept, "run")]
  setnames(merged, c("from", "to"), ends)[, run := NULL][]
}

# "64 to 4096", "0.5", or texts with commas.
words_of_places <- function(values, from, to) {
  values <- sort(unique(values))
  if (!is.numeric(values))
    return(unlist(Map(function(a, b) paste(values[a:b], collapse = ", "), from,
                      to)))
  fifelse(from == to, format_plain(values[from]),
          paste(format_plain(values[from]), "to", format_plain(values[to])))
}

# "gs, mode posted" with the algorithm's name in the papers. A library's
# algorithms have no other mode.
label_variant <- function(variant, labels) {
  variant <- sub(", mode (library|dynamic)(?=,|$)", "", variant, perl = TRUE)
  algorithm <- sub(",.*", "", variant)
  known <- algorithm %in% names(labels)
  fifelse(known, paste0(labels[algorithm], substring(variant,
                                                     nchar(algorithm) + 1)),
          variant)
}
