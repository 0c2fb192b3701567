#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/compare_results.R SOURCES OUTPUT FOLDER --baseline VARIANT
# analysis/scripts/compare_results.R SOURCES OUTPUT BEFORE AFTER TOLERANCE --
# what is faster: the algorithms of one sweep compared with one of them, or a
# sweep with an earlier one.
# Leaves comparison.csv and comparison.svg in OUTPUT. Exit status 1 if something
# is slower than before by more than the tolerance. `quadrille compare` runs it.
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- commandArgs(trailingOnly = TRUE)[-1]
read_or_refuse <- function(folder) {
  results <- read_results(folder)
  if (is.null(results) || nrow(results$samples) == 0)
    refuse(folder, ": no VALID cell")
  results
}

output <- arguments[1]
is_within <- arguments[3] == "--baseline"
folder <- arguments[if (is_within) 2 else 3]
or_refuse("compare", {
  later <- read_or_refuse(folder)
  before <- if (!is_within) read_or_refuse(arguments[2])
  announce("comparing, and drawing comparison.svg")
  rows <- if (is_within) compare_algorithms(later, arguments[4])
          else compare_results(before, later)
  in_pairs <- is_within || later$simulated && before$simulated
  what <- if (later$simulated) "patterns" else "launches"
  than <- if (is_within) paste("than", arguments[4]) else "than before"
  write_whole(file.path(output, "comparison.csv"),
              function(file) fwrite(for_spreadsheets(rows), file))
  baseline <- if (is_within) arguments[4] else "those before"
  title <- paste0(basename(dirname(folder)), ", ", basename(folder),
                  ": times relative to ", baseline)
  caption <- sprintf(paste("Ratios over %s; grey: cannot tell from 1",
                           "(Wilcoxon, Holm over all %d comparisons, 95%%)."),
                     what, nrow(rows))
  save_figure(figure_baseline(rows, title, caption),
              file.path(output, "comparison.svg"), height_baseline_in(rows))
})

print_comparison(rows, than, what, in_pairs)
conditions <- if (is_within) {
  describe_conditions(later)
} else {
  describe_other_conditions(before, later)
}
writeLines(as.character(conditions))
if (is_within)
  print_lowest(lowest_medians(later))
cat(file.path(output, "comparison.csv"), "\n")
limit <- if (is_within) Inf else 1 + as.numeric(arguments[4])
slower <- rows[verdict == "slower" & ratio > limit]
if (nrow(slower) > 0) {
  cat(sprintf("slower than before by more than %s: %s, %s: %.2f times\n",
              arguments[4], slower$variant, slower$case, slower$ratio),
      sep = "")
  quit(status = 1)
}
