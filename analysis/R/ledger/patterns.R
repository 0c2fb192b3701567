# analysis/R/ledger/patterns.R -- the papers' printed numbers on traffic.

# The printed quantities of one pattern, whose messages are rows with src, dst
# and bytes. A unit of wang1993's test set 3 is a byte of ours.
pattern_quantities <- list(
  density = function(messages, procs) nrow(messages) / (procs * (procs - 1)),
  mean_bytes = function(messages, procs) mean(messages$bytes),
  most_messages = function(messages, procs) max(sent_by(messages, procs)),
  least_messages = function(messages, procs) min(sent_by(messages, procs)),
  mean_messages = function(messages, procs) mean(sent_by(messages, procs)),
  most_units = function(messages, procs) max(messages$bytes),
  least_units = function(messages, procs) min(messages$bytes),
  mean_units = function(messages, procs) mean(messages$bytes))

# Messages per process, with those that send none.
sent_by <- function(messages, procs) tabulate(messages$src + 1L, procs)

# The rows of paper/patterns.csv.
read_pattern_list <- function(root) {
  file <- file.path(root, "paper", "patterns.csv")
  reading(file, fread(file, colClasses = list(
    character = c("table", "seeds", "chosen_by"))))
}

# The listed patterns in the results of `quadrille reproduce`: a row per
# message, with paper, table, case, procs and seed; NULL: not run.
read_patterns <- function(listed, results_folder) {
  file <- file.path(results_folder, "patterns", "messages.csv")
  if (!file.exists(file))
    return(NULL)
  messages <- reading(file, fread(file, colClasses = list(
    character = c("paper", "table", "case", "seed"))))
  check_columns(messages, c(src = "whole", dst = "whole", bytes = "whole"),
                file)
  messages[listed, on = .(paper, table, case), procs := i.procs][]
}

# The printed numbers of patterns: means over our surrogates. A quantity by
# which a surrogate was chosen matches by construction.
ledger_patterns <- function(published, listed, messages) {
  rows <- published[quantity %in% names(pattern_quantities)]
  setnames(rows, "value", "published")
  rows[, `:=`(reproduced = NA_real_, low = NA_real_, high = NA_real_)]
  if (!is.null(messages)) {
    found <- messages[, lapply(pattern_quantities, function(of)
      as.numeric(of(.SD, procs[1]))), by = .(paper, table, case, seed)]
    found <- melt(found, c("paper", "table", "case", "seed"),
                  variable.name = "quantity", variable.factor = FALSE)
    found <- found[, .(mean = mean(value), low = min(value),
                       high = max(value)), by = .(paper, table, case, quantity)]
    rows[found, on = .(paper, table, case, quantity),
         `:=`(reproduced = i.mean, low = i.low, high = i.high)]
  }
  rows[, role := "surrogate"]
  # A unit is what the shortest message has.
  rows[quantity == "least_units", role := "exact"]
  chosen <- listed[, .(quantity = strsplit(chosen_by, " ")[[1]]),
                   by = .(paper, table, case)]
  rows[chosen, on = .(paper, table, case, quantity),
       `:=`(role = "input", note = "the surrogate was chosen by it")]
  rows[is.na(note), note := ""]
  rows[, `:=`(machine = "none",
              ratio = reproduced / as.numeric(published),
              verdict = fifelse(role == "exact",
                                exact_verdict(reproduced,
                                              as.numeric(published)),
                                predicted_verdict(reproduced, published)))]
  as_ledger(rows)
}
