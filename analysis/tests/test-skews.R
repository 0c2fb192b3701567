# analysis/tests/test-skews.R -- how times depend on when ranks start: the
# effects, the frozen ones, and the table of docs/machines.md.

frozen <- fread(file.path(root, "paper", "data", "skews.csv"))

test_that("the case counts that changes most", {
  samples <- data.table(
    machine = "m", algorithm = "ac",
    skew_ns = c(0, 0, 64, 64, 64, 64),
    parameters = c("bytes=8", "bytes=9", "bytes=8", "bytes=8", "bytes=9",
                   "bytes=9"),
    time_ns = c(1000, 2000, 1010, 1030, 1000, 1400))
  expect_equal(skew_effects(samples),
               data.table(machine = "m", algorithm = "ac", skew_ns = 64,
                          parameters = "bytes=9", alone_us = 2, change = -0.4,
                          spread = 0.3333))
})

test_that("docs/machines.md has the frozen effects", {
  expect_true(all(table_of_skews(frozen) %in%
                    readLines(file.path(root, "docs", "machines.md"))))
})
