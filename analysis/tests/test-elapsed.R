# analysis/tests/test-elapsed.R -- long runs by elapsed time and by bytes, and
# timesharing.

ledger <- data.table(
  paper = c(rep("wang1993", 5), rep("ponnusamy1992", 3)),
  table = c("4", "4", "5", "4", "6", "5", "5", "5"),
  case = c("bytes=131072;degree=16", "bytes=2;degree=4", "bytes=3;degree=4",
           "bytes=2;degree=4", "bytes=2;points=9", "procs=256;side=2048",
           "procs=256;side=2048", "procs=32;side=2048"),
  algorithm = c("rs_n", "lp", "lp", "ac", "lp", "lex", "pex", "lex"),
  quantity = "time", unit = c(rep("ms", 5), rep("s", 3)),
  published = c("1000", "20", "300", "9", "9", "18", "2", "3"),
  reproduced = c(500, 20, 200, 9, 9, 8, 1, 3), role = "prediction")
ledger[, ratio := reproduced / as.numeric(published)]
facts <- ledger[, c(ledger_keys, "published"), with = FALSE][
  , `:=`(published = NULL, total_bytes = c(64e6, 3.2e6, 4e7, 1, 1, 8, 8, 8),
         procs = 32)]
cells <- elapsed_cells(ledger, facts)

test_that("long runs are those of two tables and four transforms, in ms", {
  expect_equal(cells$algorithm, c("lp", "lp", "rs_n", "pex", "lex"))
  expect_equal(cells$simulated_ms, c(20, 200, 500, 1000, 8000))
  expect_equal(cells$ratio, c(1, 1.5, 2, 2, 2.25))
  expect_equal(cells$sent_mb[1:3], c(0.1, 1.25, 2))
  # A constant was fitted on a calibration cell.
  fitted <- copy(ledger)[1, role := "calibration"]
  expect_equal(nrow(elapsed_cells(fitted, facts)), 4)
})

test_that("groups are by time and by bytes, transforms one by one", {
  rows <- rows_of_elapsed(cells)
  expect_equal(rows$value, c("20", "200", "500", "0.10", "1.25", "2.00",
                             "1000, pex", "8000, lex"))
  expect_equal(rows[1:3, mean], c(1, 1.5, 2))
  two <- group_elapsed(rbind(cells[2], cells[2])[2, `:=`(
    simulated_ms = 300, ratio = 6)], "simulated_ms")
  expect_equal(two[, c(low, high, low_ratio, high_ratio, mean)],
               c(200, 300, 1.5, 6, 3))
  lines <- lines_of_elapsed(cells)
  expect_equal(sum(startsWith(lines, "|---")), 3)
  expect_true("| 8000, lex | 1 | 2.25 | 2.25 |  | 10.000 |" %in% lines)
})

test_that("a part of the runs has a part of the groups", {
  expect_equal(rows_of_elapsed(cells[4:5])$value, c("1000, pex", "8000, lex"))
  expect_equal(nrow(rows_of_elapsed(cells[1])), 2)
})

test_that("a run shorter than a slice keeps its time, a longer one waits", {
  expect_equal(share_time(c(9, 10, 25), 10), c(9, 20, 45))
})

test_that("the slice is the largest of those nearest to print", {
  # Twice the time by slices of 500 and of 250 ms, and by 10.
  expect_equal(fit_slice_ms(500, 1000), 500)
  expect_equal(fit_slice_ms(500, 1100), 500)
  # Print leaves nothing to share: slices above the time change nothing.
  expect_equal(fit_slice_ms(500, 500), 2000)
  # Of both samples 300 makes the mean.
  expect_equal(fit_slice_ms(c(490, 510), 800), 300)
})

test_that("sets of cells are counted apart", {
  ledger <- ledger[table != "6"]
  shared <- copy(ledger)[, reproduced := as.numeric(published)]
  rows <- score_timesharing(ledger, shared, 500)
  one <- rows[set == "wang1993, Tables 4 and 5"]
  expect_equal(one$number, c(2, 2))
  expect_equal(one[model == "as simulated", slice_ms], NA_real_)
  expect_equal(rows[set == "the fitted cell" & model == "as simulated",
                    rms_ln], log(2))
  expect_equal(rows[model == "timesharing", sum(rms_ln)], 0)
  expect_equal(rows[set == "wang1993, Tables 4 and 5, ac", number], c(1, 1))
  expect_true(any(lines_of_timesharing(rows) == paste(
    "| the fitted cell | 1 | 0/0/0, 0.69 | 1/1/1, 0.00 |")))
})
