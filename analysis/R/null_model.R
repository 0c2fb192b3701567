# analysis/R/null_model.R -- what a model without schedules would say.
#
# T = D (alpha + b / B): D the largest degree of the pattern, b bytes of a
# message, in the mean; alpha and B are printed constants of ponnusamy1992, Sec.
# 2: 88 us for a message of 0 bytes, and 5 MB/s, the rate guaranteed
# system-wide. It is the same for every algorithm, and of the CM-5 only. A
# simulation that is no better than this has explained nothing.

null_alpha_ns <- 88e3
null_bytes_per_ns <- 5e6 / 1e9
null_papers <- c("ponnusamy1992", "wang1993", "ranka1995")

null_time_ns <- function(max_degree, bytes) {
  max_degree * (null_alpha_ns + bytes / null_bytes_per_ns)
}

# The times of a printed table, `rows` of those published, as the null model has
# them, in the form of a ledger; NULL if nothing ran, or on another machine, or
# there are none.
ledger_null <- function(rows, results) {
  rows <- rows[quantity == "time"]
  if (is.null(results) || nrow(rows) == 0 || !rows$paper[1] %in% null_papers)
    return(NULL)
  nulls <- copy(results$samples)
  nulls[, time_ns := null_time_ns(max_degree, total_bytes / messages)]
  ledger_times(rows, list(samples = nulls),
               no_declarations, "null model")
}
