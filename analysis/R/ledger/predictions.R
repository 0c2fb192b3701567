# analysis/R/ledger/predictions.R -- predictions of what others measured on the
# papers' machines: a row per machine, algorithm, quantity and case.

prediction_columns <- c("machine", "algorithm", "quantity", "case", "unit",
                        "predicted", "low", "high", "kind", "models")

# Whether anybody here has compared a quantity with a published value: never;
# only a limit of it, on the page of machines; or often.
prediction_kinds <- c("blind", "asymptote known", "reference")

# The mean over draws of when ranks start, and their range; without several
# draws, none.
over_draws <- function(values) {
  is_one <- length(values) == 1
  list(predicted = signif(mean(values), 7),
       low = if (is_one) NA_real_ else signif(min(values), 7),
       high = if (is_one) NA_real_ else signif(max(values), 7))
}

# One quantity of a sweep's samples; `value` computes it.
predict_quantity <- function(samples, quantity, unit, kind, value) {
  samples[, c(list(quantity = quantity, unit = unit, kind = kind),
              over_draws(value(.SD))), by = .(algorithm, case)]
}

time_us <- function(rows) as.numeric(rows$time_ns) / 1e3

# A megabyte is 10^6 bytes.
mb_s <- function(bytes, rows) bytes / time_us(rows)

swap_predictions <- function(samples) {
  moves <- samples[bytes > 0]
  rbind(
    predict_quantity(moves, "swap time", "us", "blind", time_us),
    predict_quantity(moves, "swap rate of a node", "MB/s", "blind",
                     function(rows) mb_s(rows$bytes, rows)),
    predict_quantity(samples[algorithm == "ls" & distance == 1],
                     "half of a ping-pong", "us", "asymptote known",
                     function(rows) time_us(rows) / 2))
}

predictions_of_sweep <- function(sweep, machine, samples) {
  samples <- copy(samples)[, time_ns := as.numeric(time_ns)]
  rows <- switch(
    sweep,
    predict_swaps = swap_predictions(samples),
    predict_transpositions = predict_quantity(
      samples, "transposition rate of a node", "MB/s", "blind",
      function(rows) mb_s((rows$procs - 1) * rows$bytes, rows)),
    predict_broadcasts = predict_quantity(
      samples, "broadcast time by the control network", "us", "blind",
      time_us),
    predict_paragon = rbind(
      predict_quantity(samples[algorithm == "allgather_unknown"],
                       "collect time, lengths unknown", "us", "blind", time_us),
      predict_quantity(samples[algorithm != "allgather_unknown"], "time", "us",
                       "reference", time_us)[
        , quantity := intercom_words[sub("_.*", "", algorithm)]]))
  cbind(machine = machine, rows)
}

# The words of barnett1994 for a collective.
intercom_words <- c(allgather = "collect time", bcast = "broadcast time",
                    allreduce = "global sum time")

# By what, then by how much.
order_predictions <- function(rows) {
  keys <- split_pairs(rows$case)
  rows[order(machine, quantity, algorithm, keys$distance, keys$bytes,
             keys$elements)]
}

shape_active <- shape_record(list(active_send_us = shape_number,
                                  active_receive_us = shape_number),
                             others = TRUE)

# What follows from the files of hardware and software alone, on 32 nodes;
# together_check.c compares it with the simulator. Ranks that wait for active
# messages are not interrupted.
predictions_of_model <- function(machine, folder) {
  software <- read_shaped_yaml(file.path(folder, "software.yaml"),
                               shape_active)
  network <- read_control_network(folder)
  elements <- 2^(0:12)
  row <- function(algorithm, quantity, case, predicted, kind) {
    data.table(machine = machine, algorithm = algorithm, quantity = quantity,
               case = case, unit = "us", predicted = signif(predicted, 7),
               low = NA_real_, high = NA_real_, kind = kind)
  }
  rbind(
    row("active_message", "round trip of an active message", "",
        2 * (software$active_send_us + software$active_receive_us),
        "asymptote known"),
    row("control network", "global sum", paste0("elements=", elements),
        network$latency_us + network$sum_us * elements, "blind"),
    row("control network", "concatenation",
        paste0("elements=", elements, ";procs=32"),
        network$latency_us + network$concatenation_us * 32 * elements, "blind"))
}

# The table of docs/predictions.md of one batch.
table_of_predictions <- function(rows) {
  counts <- rows[, .(machines = paste0("`", unique(machine), "`",
                                       collapse = ", "),
                     algorithms = paste0("`", unique(algorithm), "`",
                                         collapse = ", "), rows = .N),
                 by = .(quantity, kind)]
  c("| quantity | kind | machines | algorithms | rows |",
    "|---|---|---|---|---|",
    counts[, sprintf("| %s | %s | %s | %s | %d |", quantity, kind, machines,
                     algorithms, rows)])
}
