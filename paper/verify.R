#!/usr/bin/env Rscript
# paper/verify.R ROOT FROZEN RESULTS -- what was run again beside what is
# frozen; status 1 if something that must be the same is not. `quadrille verify`
# runs it.
suppressPackageStartupMessages(library(data.table))
library(ggplot2, quietly = TRUE)
arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 3)
  stop("usage: verify.R ROOT FROZEN RESULTS")
for (file in sort(list.files(file.path(arguments[1], "analysis", "R"),
                             full.names = TRUE)))
  source(file)
setDTthreads(1)

rows <- rbind(verify_files(arguments[2], arguments[3]),
              verify_sweeps(arguments[2], arguments[3]))
print_verified(rows)
quit(status = if (all(rows$verdict %in% good_verdicts)) 0 else 1)
