# analysis/R/null_model.R -- the null model, which ignores scheduling.
#
# T = D (alpha + b / B): D is the largest degree of the pattern, b the mean
# bytes per message; alpha and B are printed constants of ponnusamy1992, Sec. 2:
# 88 us for a message of 0 bytes, and 5 MB/s, the rate guaranteed system-wide.
# It is the same for every algorithm, and for the CM-5 only. A simulation that
# is no better explains nothing.

null_alpha_ns <- 88e3
null_bytes_per_ns <- 5e6 / 1e9
null_papers <- c("ponnusamy1992", "wang1993", "ranka1995")

null_time_ns <- function(max_degree, bytes) {
  max_degree * (null_alpha_ns + bytes / null_bytes_per_ns)
}

# The null model's times for a printed table, `rows` of those published, as a
# ledger; NULL if nothing ran, or on another machine, or without times.
ledger_null <- function(rows, results) {
  rows <- rows[quantity == "time"]
  if (is.null(results) || nrow(rows) == 0 || !rows$paper[1] %in% null_papers)
    return(NULL)
  nulls <- copy(results$samples)
  nulls[, time_ns := null_time_ns(max_degree, total_bytes / messages)]
  ledger_times(rows, list(samples = nulls),
               no_declarations, "null model")
}
