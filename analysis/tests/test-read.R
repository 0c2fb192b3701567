# analysis/tests/test-read.R -- input that the readers refuse.
source(file.path(root, "analysis", "tests", "damage.R"))

# What the judge says of two cells, the second INVALID; `change` edits its list.
make_judgement <- function(change = identity, num_samples = 1) {
  file <- tempfile()
  samples <- data.table(launch = rep(0L, num_samples))[
    , `:=`(cell = 0L, time_ns = "3000000000")]
  samples[, `:=`(case = "", seed = "9223372036854775807", mode = "posted",
                 mapping = "default",
                 binding = "default", parameters = "bytes=8;delay_us=2",
                 counts = "inquiries=3", algorithm = "gs",
                 procs = 2, replicate = 1, messages = 2, max_degree = 1,
                 total_bytes = 16, rounds = 1, gather_ns = "", build_ns = "",
                 bind_ns = "", batch = 1, repetition = 1, local_max_ns = 1,
                 compute_ns = "", pack_ns = "", exchange_ns = "",
                 reduce_ns = "", rank_ns = "")]
  judged <- list(
    simulated = TRUE, num_cells = 3, programs = "aa  bench\n",
    cells = list(
      list(cell = 0, attempt = "a", verdict = "VALID", reason = NULL),
      list(cell = 1, attempt = "a", verdict = "INVALID",
           reason = "data check")),
    missing_cells = list(list(launch = 4, cell = 2)), differ = list(),
    workload = list(name = "w", parameters = list(list(
      name = "bytes", unit = "bytes", summary = "of a message"))),
    algorithms = list(list(name = "gs", label = "Greedy", parameters = list(
      list(name = "delay_us", unit = "us", summary = "pause")))),
    provenance = list(commit = "none"))
  writeLines(jsonlite::toJSON(change(judged), auto_unbox = TRUE,
                              null = "null"), file)
  fwrite(samples, file, append = TRUE, col.names = TRUE)
  file
}
read_made <- function(...) read_judgement(make_judgement(...), "folder")

test_that("samples are read, with verdicts and labels", {
  results <- read_made()
  expect_equal(results$samples$cell, 0)
  # Longer than an integer of 32 bits, and a seed of 63.
  expect_equal(median(results$samples$time_ns), 3e9)
  expect_equal(results$samples$seed, "9223372036854775807")
  expect_equal(results$verdicts$verdict, c("VALID", "INVALID"))
  expect_equal(c(results$num_cells, results$missing$launch), c(3, 4))
  expect_equal(results$labels, c(gs = "Greedy"))
  expect_equal(results$samples[, .(bytes, delay_us, inquiries)],
               data.table(bytes = 8L, delay_us = 2L, inquiries = 3L))
  expect_equal(results$parameters$name, c("bytes", "delay_us"))
  expect_equal(results$of_workload, "bytes")
  expect_equal(results$provenance$programs, "aa  bench")
})

test_that("cells that are all INVALID, and none at all", {
  results <- read_made(function(judged) {
    judged$cells <- judged$cells[2]
    judged
  }, num_samples = 0)
  expect_equal(results$verdicts$verdict, "INVALID")
  expect_equal(nrow(results$samples), 0)
  expect_null(read_made(function(judged) {
    judged[c("cells", "algorithms")] <- list(list(), NULL)
    judged
  }, num_samples = 0))
})

test_that("different conditions are said", {
  results <- read_made(function(judged) {
    judged$differ <- list("cpu", "environment: UCX_TLS")
    judged
  })
  expect_equal(describe_conditions(results), paste(
    "Launches were measured under different conditions; what differs: cpu,",
    "environment: UCX_TLS."))
  expect_null(describe_conditions(read_made()))
  of <- function(...) list(conditions = list(a = list(
    cpu = "x", environment = list(...))))
  expect_null(describe_other_conditions(of(A = "1"), of(A = "1")))
  expect_match(describe_other_conditions(of(A = "1"), of(B = "2")),
               "what differs: environment: A, environment: B.", fixed = TRUE)
})

test_that("what is no judgement is refused", {
  expect_error(read_made(function(judged) judged[-1]), "folder: no key")
  expect_error(read_made(function(judged) {
    judged$algorithms[[1]]$name <- "ps"
    judged
  }), "algorithm 'gs' has samples; accepted: ps")
})

test_that("the judge's refusals and messages are passed on", {
  folder <- tempfile()
  dir.create(folder)
  expect_null(read_results(folder))
  writeLines("name: [", file.path(folder, "experiment.yaml"))
  expect_error(read_results(folder), "experiment.yaml")
  folder <- file.path(copy_sweep(root), "wang_table2", "cm5_1993")
  replace_csv(folder, charToRaw("a,b\n1,2\n"))
  expect_message(results <- read_results(folder), paste0(
    "launch-00000.json: its csv has no columns launch, cell and time_ns; it ",
    "does not count"))
  expect_false(0 %in% results$samples$launch)
})

test_that("published tables with other columns or a cell twice are refused", {
  folder <- tempfile()
  dir.create(folder)
  writeLines("paper,table,value", file.path(folder, "a.csv"))
  expect_error(read_published(folder), "columns are")
  writeLines(c(paste(published_columns, collapse = ","),
               rep("p,1,c,a,q,ms,1", 2)), file.path(folder, "a.csv"))
  expect_error(read_published(folder), "is given twice")
})

test_that("the name of an experiment is text, whatever it looks like", {
  for (name in c("20251125", "007", "on", "1e3")) {
    folder <- tempfile()
    dir.create(folder)
    writeLines(paste("name:", name), file.path(folder, "experiment.yaml"))
    expect_identical(read_experiment(folder)$name, name)
  }
})

test_that("the precision of an experiment is a number as C reads it", {
  for (number in c("5e-2", "0.05", ".5E-1", "+5.e-2")) {
    folder <- tempfile()
    dir.create(folder)
    writeLines(c("name: a", paste("precision:", number)),
               file.path(folder, "experiment.yaml"))
    expect_identical(read_experiment(folder)$precision, 0.05)
  }
})
