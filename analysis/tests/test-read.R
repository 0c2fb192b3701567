# analysis/tests/test-read.R -- input that the readers refuse.

# A folder with one launch of two cells, the second INVALID.
make_launch <- function(cells_with_samples) {
  folder <- tempfile()
  dir.create(folder)
  samples <- data.table(cell = cells_with_samples)[, time_ns := 3e9]
  samples[, `:=`(case = "", seed = "9223372036854775807", mode = "posted",
                 mapping = "default",
                 binding = "default", parameters = "bytes=8;delay_us=2",
                 counts = "inquiries=3")]
  csv <- file.path(folder, "launch-00000.csv")
  fwrite(samples, csv)
  jsonlite::write_json(list(
    simulated = TRUE,
    workload = list(name = "w", parameters = data.frame(
      name = "bytes", unit = "bytes", summary = "of a message")),
    algorithms = list(list(name = "gs", label = "Greedy", parameters = list(
      list(name = "delay_us", unit = "us", summary = "pause")))),
    cells = data.frame(cell = 0:1, verdict = c("VALID", "INVALID"),
                       reason = c(NA, "data check")),
    csv = list(rows = nrow(samples), bytes = file.size(csv),
               sha256 = digest::digest(file = csv, algo = "sha256")),
    provenance = list(commit = "none")),
    file.path(folder, "launch-00000.json"), auto_unbox = TRUE)
  folder
}

test_that("valid samples are read, with verdicts and labels", {
  results <- read_results(make_launch(0L))
  expect_equal(results$samples$cell, 0)
  # Longer than an integer of 32 bits, and a seed of 63.
  expect_equal(median(results$samples$time_ns), 3e9)
  expect_equal(results$samples$seed, "9223372036854775807")
  expect_equal(results$verdicts$verdict, c("VALID", "INVALID"))
  expect_equal(results$labels, c(gs = "Greedy"))
  expect_equal(results$samples[, .(bytes, delay_us, inquiries)],
               data.table(bytes = 8L, delay_us = 2L, inquiries = 3L))
  expect_equal(results$parameters$name, c("bytes", "delay_us"))
  expect_equal(results$of_workload, "bytes")
})

test_that("a sample of an INVALID cell stops the analysis", {
  expect_error(read_results(make_launch(0:1)), "not VALID")
})

test_that("a VALID cell without samples stops the analysis", {
  expect_error(read_results(make_launch(integer())), "without samples")
})

test_that("a launch without its JSON is ignored", {
  folder <- make_launch(0L)
  file.remove(file.path(folder, "launch-00000.json"))
  expect_null(read_results(folder))
})

test_that("a csv that its JSON does not describe stops the analysis", {
  folder <- make_launch(0L)
  csv <- file.path(folder, "launch-00000.csv")
  write("0,6", csv, append = TRUE)
  expect_error(read_results(folder), "not what its JSON says")
  file.remove(csv)
  expect_error(read_results(folder), "is not there")
  folder <- make_launch(0L)
  json <- file.path(folder, "launch-00000.json")
  writeLines(sub("\"rows\": *1", "\"rows\":2", readLines(json)), json)
  expect_error(read_results(folder), "has 1 rows, not 2")
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
