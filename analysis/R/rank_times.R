# analysis/R/rank_times.R -- what an exchange took of each rank, where a sweep
# asked for it by `rank_times`.

# Of messages from the first ranks to the last one, one each: the receiver's
# time and those of the senders, as columns of their own.
with_rank_times <- function(samples) {
  if (!"rank_ns" %in% names(samples) || all(samples$rank_ns == ""))
    return(samples)
  stays <- lapply(strsplit(samples$rank_ns, ";", fixed = TRUE), as.numeric)
  of_senders <- function(how) {
    mapply(function(ranks, senders) {
      if (length(ranks) < 2 || senders < 1) NA_real_
      else how(ranks[seq_len(senders)])
    }, stays, samples$messages)
  }
  samples[, `:=`(receive_ns = vapply(stays, function(ranks) {
                   if (length(ranks) < 2) NA_real_ else ranks[length(ranks)]
                 }, 0),
                 send_max_ns = of_senders(max), send_min_ns = of_senders(min),
                 send_mean_ns = of_senders(mean))][]
}
