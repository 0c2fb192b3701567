# analysis/tests/test-samples.R -- values that no reader of samples takes.
source(file.path(root, "analysis", "tests", "damage.R"))

expect_refusal <- function(expression, words) {
  said <- tryCatch({
    expression
    "nothing"
  }, refused = conditionMessage)
  expect_true(grepl(words, said, fixed = TRUE), info = paste(words, "|", said))
}

# read_samples of a sweep with a cell changed. The archive is unpacked once.
unchanged <- file.path(copy_sweep(root), "wang_table2", "cm5_1993")
read_with <- function(column, value, row = 2) {
  folder <- tempfile()
  dir.create(folder)
  file.copy(list.files(unchanged, full.names = TRUE), folder)
  set_sample(folder, row, column, value)
  file <- tempfile()
  writeLines(c("{}", readLines(file.path(folder, "launch-00000.csv"))), file)
  read_samples(file, "folder")
}

test_that("every number of a sample is checked", {
  for (column in c("procs", "messages", "total_bytes", "rounds", "replicate",
                   "batch", "repetition", "local_max_ns", "build_ns", "cell",
                   "time_ns"))
    expect_refusal(read_with(column, "nan"),
                   paste0("folder:3: ", column, " 'nan'"))
  expect_refusal(read_with("rank_ns", "5;nan"), ":3: rank_ns '5;nan'")
  expect_refusal(read_with("time_ns", "time_us", row = 0),
                 "folder: no column time_ns; accepted: a header")
  expect_equal(read_with("time_ns", "7")$time_ns[2], 7)
})

test_that("an exchange without messages may take no time", {
  folder <- file.path(copy_sweep(root), "wang_table2", "cm5_1993")
  set_sample(folder, 2, "messages", "0")
  set_sample(folder, 2, "time_ns", "0")
  read <- read_results(folder)
  expect_equal(read$samples$time_ns[2], 0)
  expect_equal(sum(observe(read)$log_time < 0), 0)
  read$samples[, time_ns := 0]
  expect_refusal(observe(read), "nothing to compare")
})

test_that("a frozen summary has times", {
  file <- file.path(tempfile(), "samples.csv")
  dir.create(dirname(file))
  for (time in c("0", "", "nan", "-3")) {
    writeLines(c("algorithm,median_us", "gs,12.5", paste0("gs,", time)), file)
    expect_refusal(read_frozen(file), "samples.csv:3: median_us '")
  }
})
