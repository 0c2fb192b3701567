# analysis/tests/run.R -- runs the R tests; status 1 if one fails.
suppressPackageStartupMessages(library(testthat))
root <- normalizePath(".")
source("analysis/R/load.R", chdir = TRUE)
# Bazel has built the judge for the tests.
Sys.setenv(QUADRILLE_BUILT_DIR = file.path(root, "programs"))
outcome <- as.data.frame(test_dir(file.path(root, "analysis", "tests"),
                                  reporter = "summary", env = globalenv(),
                                  stop_on_failure = FALSE))
if (sum(outcome$nb) == 0 || any(outcome$failed > 0) || any(outcome$error))
  quit(status = 1)
