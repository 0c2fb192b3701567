# analysis/R/report/print_summary.R -- what `reproduce` and `figures` print: at
# most 40 lines on the terminal, and everything in summary.txt.

# All lines; `parts` is as for write_report().
print_everything <- function(parts) {
  with(parts, {
    cat(describe_coverage(coverage), "\n", sep = "")
    for (one in split(summary, by = c("paper", "table"))) {
      cat(sprintf("%-26s %10s %8s %6s %6s %6s  %s\n",
                  table_of(one$paper[1], one$table[1]), "predicted", "not run",
                  "<=10%", "<=25%", "<=50%", "median factor"))
      cat(sprintf("  %-24s %10s %8d %6d %6d %6d  %s\n",
                  machine_and_shown(one$machine, one$shown),
                  paste(one$cells, one$quantities),
                  one$not_run, one$within_10, one$within_25, one$within_50,
                  format_factor(one$median_factor)), sep = "")
    }
    print_totals(totals, means, winners)
    if (!is.null(parts$nulls))
      cat(describe_nulls(parts$nulls), "\n", sep = "")
    cat(describe_reasons(ledger), "\n", sep = "")
    cat(describe_means(ledger), sep = "\n")
    cat(describe_exact(ledger), "\n", sep = "")
    cat(describe_claims(claims), sep = "\n")
    cat(describe_claim_counts(claims), "\n", sep = "")
  })
}

# How many predicted times are far off, and how well their reasons are known.
describe_reasons <- function(ledger) {
  far <- far_times(ledger)
  counts <- vapply(reason_kinds, function(kind) {
    sum(startsWith(far$note, paste0(kind, ": ")))
  }, 0L)
  sprintf(paste("predicted times more than 25%% off: %d; reasons: %s; %d of",
                "them without a reason"), nrow(far),
          paste(counts, reason_kinds, collapse = ", "),
          nrow(far) - sum(counts))
}

# How precisely the means are known that predicted times are compared with.
describe_means <- function(ledger) {
  known <- predicted_times(ledger)[!is.na(mean_within)]
  wide <- known[, .(of = .N, wide = sum(mean_within > mean_limit),
                    draws = min(draws), most = max(mean_within)),
                by = .(paper, table, algorithm)][wide > 0]
  c(sprintf(paste("means over patterns and draws of starts: %d of %d known",
                  "within %.0f%%"),
            nrow(known) - sum(wide$wide), nrow(known), 100 * mean_limit),
    wide[, sprintf(paste("  %s, %s: %d of %d are not; at least %d draws,",
                         "within %.0f%% at worst"),
                   table_of(paper, table), algorithm, wide, of, draws,
                   100 * most)])
}

format_factor <- function(factor) {
  fifelse(is.na(factor), "-", sprintf("%.3f", factor))
}

count_exact <- function(ledger) {
  ledger[role == "exact", .(
    number = .N, exact = sum(verdict == "exact"),
    contradict = sum(verdict == "contradicts"),
    errata = sum(verdict == "contradicts" & startsWith(note, "erratum")),
    not_run = sum(verdict == "not run"))]
}

describe_exact <- function(ledger) {
  with(count_exact(ledger), sprintf(
    paste("exact numbers (schedules, rounds, costs): %d exact, %d",
          "contradict (%d errata), %d not run"),
    exact, contradict, errata, not_run))
}

describe_claims <- function(claims) {
  claims[, sprintf("claim %s, %s: %s: %s%s", id, machine, claim, verdict,
                   fifelse(found == "", "", sprintf(" (%s)", found)))]
}

# The part for the terminal: results by table, then what is not reproduced.
print_in_short <- function(parts) {
  with(parts, {
    rows <- summary[machine != "null model" & shown == ""]
    cat(sprintf("%-26s %-14s %10s %8s %6s %6s %6s\n", "table", "machine",
                "predicted", "not run", "<=10%", "<=25%", "<=50%"))
    cat(rows[, sprintf("%-26s %-14s %10s %8d %6d %6d %6d\n",
                       table_of(paper, table), machine,
                       paste(cells, quantities), not_run,
                       within_10, within_25, within_50)], sep = "")
    cat(describe_exact(ledger), "\n", sep = "")
    simulated <- claims[!machine %in% c("printed", "local")]
    cat(describe_claim_counts(claims), "\n", sep = "")
    cat(describe_misses(ledger, simulated, coverage), sep = "\n")
    if (!is.null(measured))
      cat(describe_measured(measured), "\n", sep = "")
  })
}

# A line per paper and kind: predicted times more than 25% off, claims that do
# not hold, and tables, figures and methods that are missing.
describe_misses <- function(ledger, claims, coverage) {
  line <- function(rows, what) {
    rows <- rows[, .(text = paste(text, collapse = ", ")), by = paper]
    rows[, sprintf("  %s, %s: %s", paper, what, text)]
  }
  far <- far_times(ledger)[, .N, by = .(paper, table)]
  c("not reproduced:",
    line(far[, .(paper, text = sprintf("%s (%d)", table, N))],
         "tables with times more than 25% off"),
    line(unique(claims[grepl("contradicts", verdict), .(paper, text = id)]),
         "claims"),
    line(coverage[status == "missing",
                  .(paper, text = fifelse(is_method(item), what, item))],
         "missing"))
}

# One table: its cells, then the verdicts. A figure has no printed numbers.
print_one_table <- function(ledger, claims, measured) {
  if (nrow(ledger) > 0)
    print_cells(ledger)
  if (NROW(claims) > 0)
    cat(describe_claims(claims), sep = "\n")
  if (nrow(ledger) == 0 && NROW(claims) == 0)
    cat("no printed number, and no claim of its own\n")
  if (!is.null(measured))
    print_demonstration(measured)
}

# A row per case and machine, a column per algorithm: the printed number and
# ours. With one algorithm, a column per quantity. Cells that constants were
# fitted on count in no verdict.
print_cells <- function(ledger) {
  cells <- ledger[, .(case, machine, quantity, algorithm,
                      text = paste0(published, " / ",
                                    format_found(reproduced)))]
  cells[ledger$role == "undescribed", text := sub("not run", "-", text)]
  cells[ledger$role == "beyond", machine := paste0(machine, ", beyond")]
  cells[ledger$role == uncounted,
        machine := paste0(machine, ", ", ledger[role == uncounted, workload])]
  cells[ledger$unit != "",
        quantity := paste0(quantity, " [", ledger$unit[ledger$unit != ""], "]")]
  across <- if (uniqueN(cells$algorithm) == 1) "quantity" else "algorithm"
  rows <- setdiff(c("case", "machine", "quantity"), across)
  cells[, column := factor(get(across), unique(get(across)))]
  order <- unique(cells[, rows, with = FALSE])
  wide <- dcast(cells, as.formula(paste(paste(rows, collapse = " + "),
                                        "~ column")),
                value.var = "text", fill = "")
  cat("each cell: printed / ours\n")
  print_columns(wide[order, on = rows])
  cat(summarise_ledger(ledger)[, sprintf(paste0(
    "verdict, %s: of %d predicted %s %d within 10%%, %d within 25%%, %d ",
    "within 50%%%s; median factor %s\n"),
    machine_and_shown(machine, shown), cells, quantities, within_10, within_25,
    within_50,
    fifelse(not_run > 0, sprintf(", %d not run", not_run), ""),
    format_factor(median_factor))], sep = "")
}

format_found <- function(values) {
  numbers <- suppressWarnings(as.numeric(values))
  fifelse(is.na(values), "not run",
          fifelse(is.na(numbers), as.character(values),
                  as.character(signif(numbers, 4))))
}

# Columns of text, aligned to the left.
print_columns <- function(rows) {
  columns <- Map(function(name, values) {
    format(c(name, as.character(values)))
  }, names(rows), rows)
  cat(trimws(do.call(paste, c(unname(columns), sep = "  ")), "right"),
      sep = "\n")
}

describe_measured <- function(measured) {
  sprintf("demonstration: Table 11's traffic measured here, %s; %d of %d cells",
          describe_processes(measured), sum(!is.na(measured$measured)),
          nrow(measured))
}

print_demonstration <- function(measured) {
  cat(describe_measured(measured), "\n", sep = "")
  cells <- measured[, .(case, algorithm,
                        text = fifelse(is.na(measured), "missing",
                                       sprintf("%.3f ms", measured)))]
  print_columns(dcast(cells, case ~ factor(algorithm, unique(algorithm)),
                      value.var = "text"))
}
