# analysis/R/scores/null_model.R -- the null model, which ignores scheduling.
#
# T = C + N + D (alpha + b / B): D is the largest degree of the pattern, b the
# mean bytes per message; alpha and B are printed constants of ponnusamy1992,
# Sec. 2: 88 us for a message of 0 bytes, and 5 MB/s, the rate guaranteed
# system-wide. C is the arithmetic, and N the control network's operation, as
# the simulated machine has them: what the null model lacks is the schedule
# alone. It is the same for every algorithm that sends messages, and for the
# CM-5 only. A simulation that is no better explains nothing.

null_alpha_ns <- 88e3
null_bytes_per_ns <- 5e6 / 1e9
null_papers <- c("ponnusamy1992", "wang1993", "ranka1995")

null_time_ns <- function(max_degree, bytes) {
  max_degree * (null_alpha_ns + bytes / null_bytes_per_ns)
}

shape_control_network <- shape_record(list(), list(
  control_network = shape_record(list(
    latency_us = shape_number, sum_us = shape_number,
    concatenation_us = shape_number), others = TRUE)), others = TRUE)

# The control network of a results folder's machine, or NULL.
read_control_network <- function(folder) {
  file <- file.path(folder, "hardware.yaml")
  if (file.exists(file))
    read_shaped_yaml(file, shape_control_network)$control_network
}

# What the control network takes of learning who sends [wang1993, Sec. 2.3]:
# concat is a concatenation of p rows of p sizes and sends no message;
# active_message begins with a sum of p elements.
control_time_ns <- function(algorithm, procs, network) {
  if (is.null(network))
    return(0)
  1e3 * fcase(
    algorithm == "concat",
    network$latency_us + procs^2 * network$concatenation_us,
    algorithm == "active_message",
    network$latency_us + procs * network$sum_us, default = 0)
}

# The null model's times for a printed table, `rows` of those published, as a
# ledger; NULL if nothing ran, or on another machine, or without times.
ledger_null <- function(rows, results, network = NULL) {
  rows <- rows[quantity == "time"]
  if (is.null(results) || nrow(rows) == 0 || !rows$paper[1] %in% null_papers)
    return(NULL)
  nulls <- copy(results$samples)
  nulls[, time_ns := fcoalesce(as.numeric(compute_ns), 0) +
          control_time_ns(algorithm, procs, network) +
          fifelse(algorithm == "concat", 0,
                  null_time_ns(max_degree, total_bytes / messages))]
  ledger_times(rows, list(samples = nulls),
               no_declarations, "null model")
}
