# analysis/R/inputs/rank_times.R -- time on each rank, for sweeps with
# `rank_times`.

# For one message from each of the first ranks to the last one: the times of the
# receiver and of the senders, as columns.
with_rank_times <- function(samples) {
  if (!"rank_ns" %in% names(samples) || all(samples$rank_ns == ""))
    return(samples)
  times <- lapply(strsplit(samples$rank_ns, ";", fixed = TRUE), as.numeric)
  of_senders <- function(how) {
    mapply(function(ranks, senders) {
      if (length(ranks) < 2 || senders < 1) NA_real_
      else how(ranks[seq_len(senders)])
    }, times, samples$messages)
  }
  samples[, `:=`(receive_ns = vapply(times, function(ranks) {
                   if (length(ranks) < 2) NA_real_ else ranks[length(ranks)]
                 }, 0),
                 send_max_ns = of_senders(max), send_min_ns = of_senders(min),
                 send_mean_ns = of_senders(mean))][]
}
