# analysis/tests/run.R -- runs the R tests; status 1 if one fails.
suppressPackageStartupMessages({
  library(data.table)
  library(ggplot2)
  library(testthat)
})
root <- normalizePath(".")
for (file in list.files(file.path(root, "analysis", "R"), full.names = TRUE))
  source(file)
outcome <- as.data.frame(test_dir(file.path(root, "analysis", "tests"),
                                  reporter = "summary", env = globalenv(),
                                  stop_on_failure = FALSE))
if (sum(outcome$nb) == 0 || any(outcome$failed > 0) || any(outcome$error))
  quit(status = 1)
