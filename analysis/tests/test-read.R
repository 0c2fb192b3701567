# analysis/tests/test-read.R -- input that the readers refuse.

# A folder with one launch of two cells, the second INVALID.
make_launch <- function(cells_with_samples) {
  folder <- tempfile()
  dir.create(folder)
  samples <- data.table(launch = rep(0L, length(cells_with_samples)),
                        cell = cells_with_samples)[, time_ns := "3000000000"]
  samples[, `:=`(case = "", seed = "9223372036854775807", mode = "posted",
                 mapping = "default",
                 binding = "default", parameters = "bytes=8;delay_us=2",
                 counts = "inquiries=3", algorithm = "gs",
                 procs = 2, replicate = 1, messages = 2, max_degree = 1,
                 total_bytes = 16, rounds = 1, gather_ns = "", build_ns = "",
                 bind_ns = "", batch = 1, repetition = 1, local_max_ns = 1,
                 compute_ns = "", pack_ns = "", exchange_ns = "",
                 reduce_ns = "", rank_ns = "")]
  csv <- file.path(folder, "launch-00000.csv")
  fwrite(samples, csv)
  jsonlite::write_json(list(
    format = 4, launch = 0, simulated = TRUE,
    workload = list(name = "w", parameters = data.frame(
      name = "bytes", unit = "bytes", summary = "of a message")),
    algorithms = list(list(name = "gs", label = "Greedy", parameters = list(
      list(name = "delay_us", unit = "us", summary = "pause")))),
    cells = data.frame(cell = 0:1, verdict = c("VALID", "INVALID"),
                       reason = c(NA, "data check"), samples = c(1, NA)),
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

test_that("launches with and without the share of verified samples go on", {
  folder <- make_launch(0L)
  old <- read_results(folder)
  csv <- file.path(folder, "launch-00000.csv")
  json <- file.path(folder, "launch-00000.json")
  document <- jsonlite::read_json(json)
  fwrite(fread(csv, colClasses = list(character = "seed"))[
    , verified := 0.08], csv)
  document$csv$bytes <- file.size(csv)
  document$csv$sha256 <- digest::digest(file = csv, algo = "sha256")
  jsonlite::write_json(document, json, auto_unbox = TRUE, null = "null")
  new <- read_results(folder)
  expect_equal(new$samples$verified, 0.08)
  expect_equal(put_together(list(old, new), c("", ""))$samples$verified,
               c(NA, 0.08))
})

# The folder's launch is missing, and a line says why.
expect_missing <- function(folder, why) {
  expect_message(results <- read_results(folder),
                 paste0("launch-00000.json: ", why,
                        "; remove it, or measure again with --restart"))
  expect_null(results)
}

test_that("a launch with samples of an INVALID cell is missing", {
  expect_missing(make_launch(0:1), "its csv has other samples than its cells")
})

test_that("a launch with a VALID cell without samples is missing", {
  expect_missing(make_launch(integer()),
                 "its csv has other samples than its cells")
})

test_that("a launch without its JSON is ignored", {
  folder <- make_launch(0L)
  file.remove(file.path(folder, "launch-00000.json"))
  expect_null(read_results(folder))
})

test_that("a launch that its JSON does not describe is missing", {
  folder <- make_launch(0L)
  csv <- file.path(folder, "launch-00000.csv")
  write("0,6", csv, append = TRUE)
  expect_missing(folder, "it does not describe its csv")
  file.remove(csv)
  expect_missing(folder, "it does not describe its csv")
  edited <- function(old, new) {
    folder <- make_launch(0L)
    json <- file.path(folder, "launch-00000.json")
    writeLines(sub(old, new, readLines(json)), json)
    folder
  }
  expect_missing(edited("\"rows\": *1", "\"rows\":2"),
                 "its csv has another number of rows")
  expect_missing(edited("\"format\": *4", "\"format\":3"),
                 "its format is not one that is read")
  expect_missing(edited("\"launch\": *0", "\"launch\":1"),
                 "it is another launch")
  expect_missing(edited("\"cell\": *1", "\"cell\":0"), "it has a cell twice")
  expect_missing(edited("[[]", "{"), "it is not a launch's JSON")
  expect_missing(edited("\"cells\":[[].*\\]", "\"cells\":[7]"),
                 "it is not a launch's JSON")
})

test_that("a launch of other programs or inputs than the folder's is missing", {
  folder <- make_launch(0L)
  file <- file.path(folder, "program.sha256")
  writeLines(paste0(strrep("a", 64), "  bench"), file)
  expect_missing(folder, "another program made it")
  file.remove(file)
  writeLines(paste0(strrep("a", 64), "  experiment.yaml"),
             file.path(folder, "inputs.sha256"))
  expect_missing(folder, "it read another experiment.yaml")
  writeLines("name: x", file.path(folder, "experiment.yaml"))
  expect_error(read_results(folder), "not the file that launches have read")
})

test_that("a launch is one of its sweep's, with its cells", {
  folder <- make_launch(0L)
  file <- file.path(folder, "launches")
  list_of <- function(...) writeLines(c("launch,procs,first,last", ...), file)
  list_of("1,8,0,1")
  expect_missing(folder, "the sweep has no such launch")
  list_of("0,8,0,0", "0,8,5,9")
  expect_missing(folder, "it had another number of ranks")
  json <- file.path(folder, "launch-00000.json")
  writeLines(sub("{", "{\"procs\":8,", readLines(json), fixed = TRUE), json)
  expect_missing(folder, "it has a cell of another launch")
  list_of("0,8,0,1")
  expect_equal(read_results(folder)$samples$cell, 0)
  # A copy under another name does not count twice.
  for (suffix in c("json", "csv"))
    file.copy(file.path(folder, paste0("launch-00000.", suffix)),
              file.path(folder, paste0("launch-0.", suffix)))
  expect_message(results <- read_results(folder), "no such launch")
  expect_equal(nrow(results$samples), 1)
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

test_that("a launch whose cells are all INVALID is read", {
  folder <- make_launch(integer())
  json <- file.path(folder, "launch-00000.json")
  document <- jsonlite::read_json(json)
  # As bench writes them: without samples.
  document$cells <- lapply(0:1, function(cell) {
    list(cell = cell, verdict = "INVALID", reason = "data check")
  })
  jsonlite::write_json(document, json, auto_unbox = TRUE, null = "null")
  expect_silent(results <- read_results(folder))
  expect_equal(results$verdicts$verdict, c("INVALID", "INVALID"))
  expect_equal(nrow(results$samples), 0)
})

test_that("a launch of another format may have other columns", {
  folder <- make_launch(0L)
  csv <- file.path(folder, "launch-00000.csv")
  json <- file.path(folder, "launch-00000.json")
  document <- jsonlite::read_json(json)
  fwrite(fread(csv)[, rank_ns := NULL], csv)
  document$format <- 3
  document$csv$bytes <- file.size(csv)
  document$csv$sha256 <- digest::digest(file = csv, algo = "sha256")
  jsonlite::write_json(document, json, auto_unbox = TRUE, null = "null")
  expect_missing(folder, "its format is not one that is read")
})

test_that("a csv of something else is missing, not refused", {
  folder <- make_launch(0L)
  csv <- file.path(folder, "launch-00000.csv")
  json <- file.path(folder, "launch-00000.json")
  document <- jsonlite::read_json(json)
  writeLines(c("a,b", "1,2"), csv)
  document$csv$bytes <- file.size(csv)
  document$csv$sha256 <- digest::digest(file = csv, algo = "sha256")
  jsonlite::write_json(document, json, auto_unbox = TRUE, null = "null")
  expect_missing(folder, "its csv has no columns launch and cell")
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

test_that("files of a folder that are cut are refused with their name", {
  folder <- tempfile()
  dir.create(folder)
  file <- file.path(folder, "launches")
  writeLines("launch,procs,first,last", file)
  expect_error(read_launch_list(file), "launches: accepted: a line per launch")
  writeLines(c("launch,procs,first", "0,4,0"), file)
  expect_error(read_launch_list(file), "launches: no column last")
  writeLines(c(strrep("a", 64), "", paste0(strrep("b", 64), "  x")), file)
  expect_equal(read_digests(file), list(x = strrep("b", 64)))
})
