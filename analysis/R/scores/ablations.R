# analysis/R/scores/ablations.R -- the effect of single ideas of wang1993 and
# ranka1995 on a simulated machine.

# Whether a case's algorithm ran in several modes.
has_modes <- function(rows) {
  if (!"mode" %in% names(rows))
    return(rep(FALSE, nrow(rows)))
  rows[, .(several = rep(uniqueN(mode, na.rm = TRUE) > 1, .N), at = .I),
       by = algorithm][order(at), several]
}

# An algorithm with its mode and the parameters that have several values.
name_variants <- function(rows) {
  add <- function(to, given, word) fifelse(given, paste0(to, word), to)
  has <- function(column, level) {
    if (column %in% names(rows)) rows[[column]] %in% level
    else rep(FALSE, nrow(rows))
  }
  name <- add(rows$algorithm, has_modes(rows), paste0(", ", rows[["mode"]]))
  for (column in intersect(c("improvements", "traversal", "mesh", "reshuffle"),
                          names(rows))) {
    is_given <- !is.na(rows[[column]]) & rows[[column]] != ""
    if (uniqueN(rows[[column]][is_given]) > 1)
      name <- add(name, is_given, paste0(", ", rows[[column]]))
  }
  name <- add(name, has("shuffle", "true"), ", shuffled")
  add(name, has("stage_exchange", "drs_n_polling"), ", by drs")
}

# A row per variant and case: mean time over patterns, and inquiries per
# message. All rows have the columns that any case has.
varied <- c("experiment", "procs", "bytes", "degree", "delay_us", "fan_out",
            "non_uniformity", "traffic")
summarise_variants <- function(samples) {
  rows <- copy(samples)
  for (column in setdiff(c(varied, "inquiries"), names(rows)))
    rows[, (column) := NA_real_]
  rows[, variant := name_variants(rows)]
  rows[, .(patterns = .N, time_ms = mean(as.numeric(time_ns)) / 1e6,
           low_ms = min(as.numeric(time_ns)) / 1e6,
           high_ms = max(as.numeric(time_ns)) / 1e6,
           inquiries_per_message = mean(inquiries / messages)),
       by = c("variant", varied)]
}

# The rows of all experiments that ran; NULL if none did.
summarise_ablations <- function(results) {
  ran <- Filter(Negate(is.null), results)
  if (length(ran) == 0)
    return(NULL)
  rbindlist(lapply(names(ran), function(name) {
    # A figure with two panels is two sweeps.
    summarise_variants(copy(ran[[name]]$samples)[
      , experiment := sub("_stages$", "", name)])
  }))
}
