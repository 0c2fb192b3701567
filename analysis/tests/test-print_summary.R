# analysis/tests/test-print_summary.R -- what is printed on the terminal.

cells <- as_ledger(data.table(
  paper = "p", table = "1", case = c("bytes=8", "bytes=16"), algorithm = "gs",
  quantity = "time", unit = "ms", published = c("1.0", "2.0"),
  reproduced = c(1.05, NA), ratio = c(1.05, NA), role = "prediction",
  machine = "m", verdict = c("within 5%", "not run")))
twice <- rbind(cells, copy(cells)[, `:=`(algorithm = "ps",
                                         role = "calibration")])
none <- data.table(id = character())

test_that("a table has a row a case, a column an algorithm", {
  lines <- capture.output(print_one_table(twice, none, NULL))
  expect_equal(lines, c(
    "each cell: printed / ours",
    "case      machine  quantity   gs             ps",
    "bytes=8   m        time [ms]  1.0 / 1.05     1.0 / 1.05",
    "bytes=16  m        time [ms]  2.0 / not run  2.0 / not run",
    paste("verdict, m: of 2 predicted times 1 within 10%, 1 within 25%,",
          "1 within 50%, 1 not run; median factor 1.050")))
})

test_that("of one algorithm there is a column a quantity", {
  rounds <- copy(cells)[, `:=`(quantity = "rounds", unit = "")]
  lines <- capture.output(print_cells(rbind(cells, rounds)))
  expect_equal(lines[2], "case      machine  time [ms]      rounds")
})

test_that("what did not run, or has no numbers, gives no NaN", {
  lines <- capture.output(
    print_one_table(cells[2], none, NULL),
    print_one_table(cells[0], none, NULL))
  expect_false(any(grepl("NaN|NA", lines)))
  expect_match(lines[length(lines)], "^no printed number")
})

test_that("misses are listed by paper", {
  far <- copy(cells)[, verdict := c("beyond 50%", "within 50%")]
  claims <- data.table(paper = "p", id = c("3", "3", "4"),
                       verdict = c("contradicts", "fitted, contradicts",
                                   "holds"))
  coverage <- data.table(paper = "q", item = c("Table 9", "Section 4"),
                         what = c("a table", "a method"), status = "missing")
  expect_equal(describe_misses(far, claims, coverage), c(
    "not reproduced:",
    "  p, tables with times more than 25% off: 1 (2)", "  p, claims: 3",
    "  q, missing: Table 9, a method"))
  expect_equal(describe_misses(cells, claims[0], coverage[0]),
               "not reproduced:")
  # Counts, and times that are not predicted, are in no number of times.
  others <- rbind(copy(far)[, quantity := "rounds"],
                  copy(far)[, role := "beyond"],
                  copy(far)[, role := "calibration"])
  expect_equal(describe_misses(others, claims[0], coverage[0]),
               "not reproduced:")
  expect_match(describe_reasons(rbind(far, others)), "25% off: 2; ")
})

test_that("a measured cell that did not run is missing", {
  published <- data.table(
    paper = "ponnusamy1992", table = "11",
    case = c("bytes=256;density=0.1", "bytes=512;density=0.1"),
    algorithm = "gs", quantity = "time", unit = "ms", value = "1.597")
  samples <- data.table(case = "bytes=256;density=0.1", algorithm = "gs",
                        seed = 1, replicate = 1:7, procs = 8,
                        parameters = "",
                        time_ns = 1:7 * 1e6)
  rows <- measured_table11(published, list(
    samples = samples, provenance = list(cpus_online = 2)), "local")
  expect_false("published" %in% names(rows))
  expect_equal(rows$measured, c(4, NA))
  expect_equal(rows$n, c(7, 0))
  lines <- capture.output(print_demonstration(rows))
  expect_match(lines[1], "8 processes on 2 cores, oversubscribed; 1 of 2 cells")
  expect_match(lines[4], "missing$")
  expect_false(any(grepl("1.597", lines)))
})
