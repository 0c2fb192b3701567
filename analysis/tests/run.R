# analysis/tests/run.R -- runs the R tests; status 1 if one fails.
suppressPackageStartupMessages(library(testthat))
root <- normalizePath(".")
source("analysis/R/load.R", chdir = TRUE)
# What the papers print and claim, for all tests.
published <- read_published(file.path(root, "analysis", "published"))
claims <- read_claims(file.path(root, "analysis", "published", "claims.yaml"))
names(claims) <- vapply(claims, function(one) as.character(one$id), "")
# The root of a project with other files: the configurations, the page of
# machines, and `kept` of paper.
another_root <- function(kept = character()) {
  folder <- tempfile()
  for (part in c("paper", "docs"))
    dir.create(file.path(folder, part), recursive = TRUE)
  file.copy(file.path(root, "docs", "machines.md"), file.path(folder, "docs"))
  file.copy(file.path(root, "configs"), folder, recursive = TRUE)
  file.copy(file.path(root, "paper", kept), file.path(folder, "paper"))
  folder
}
# Samples of a sweep: the given columns, and those that all have.
samples_with <- function(...) {
  given <- list(...)
  usual <- list(case = "", workload = "synthetic", procs = 4L,
                nodes = NA_integer_, tasks_per_node = NA_integer_,
                mapping = "default", binding = "default", seed = 1L,
                mode = "posted", counts = "", messages = 12L, replicate = 1L,
                total_bytes = 12000, gather_ns = 0, build_ns = 0, bind_ns = 0)
  as.data.table(modifyList(usual, given))
}
# Bazel has built the judge for the tests.
Sys.setenv(QUADRILLE_BUILT_DIR = file.path(root, "programs"))
outcome <- as.data.frame(test_dir(file.path(root, "analysis", "tests"),
                                  reporter = "summary", env = globalenv(),
                                  stop_on_failure = FALSE))
if (sum(outcome$nb) == 0 || any(outcome$failed > 0) || any(outcome$error))
  quit(status = 1)
