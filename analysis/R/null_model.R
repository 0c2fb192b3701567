# analysis/R/null_model.R -- what a model without schedules would say.
#
# T = D (alpha + b / B): D the largest degree of the pattern, b bytes of a
# message; alpha and B are printed constants of ponnusamy1992, Sec. 2: 88 us
# for a message of 0 bytes, and 5 MB/s, the rate guaranteed system-wide. It is
# the same for every algorithm. A simulation that is no better than this has
# explained nothing.

null_alpha_ns <- 88e3
null_bytes_per_ns <- 5e6 / 1e9

null_time_ns <- function(max_degree, bytes) {
  max_degree * (null_alpha_ns + bytes / null_bytes_per_ns)
}
