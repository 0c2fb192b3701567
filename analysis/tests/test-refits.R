# analysis/tests/test-refits.R -- scalars fitted again on other cells: the list,
# the search, the counts, and the frozen result.

experiments <- read_experiments(root, "nowhere")
fitted <- read_fitted(root)
refits <- read_refits(root, published, experiments)
frozen <- fread(
  file.path(root, "paper", "data", "refitted.csv"), na.strings = NULL,
  colClasses = list(character = c("unit", "fitted_on", "refitted_on", "cells",
                                  "reason", "commit")))

# A root with another refits.tsv.
changed_refits <- function(change) {
  folder <- another_root("looked_at.csv")
  fwrite(change(copy(refits)), file.path(folder, "paper", "refits.tsv"),
         sep = "\t", quote = FALSE)
  folder
}

test_that("fitted scalars have the value of the machines' files", {
  expect_equal(nrow(fitted), 13)
  expect_equal(fitted[scalar == "control_network.sum_us", value], 10.11)
  expect_equal(fitted[scalar == "control_network.sum_us", fitted_on],
               "wang1993 3 degree=4;procs=32 active_message time")
  # A sum of two keys.
  expect_equal(fitted[part == "software/nx", value], 132)
  expect_equal(unit_of("node_bandwidth_mb_s"), "MB/s")
  expect_equal(unit_of("contention"), "")
})

test_that("the frozen refits are of today's machines, and of every scalar", {
  expect_equal(names(frozen), refitted_columns)
  today <- fitted[frozen, on = .(part, scalar)]
  expect_equal(today$value, frozen$value, tolerance = 1e-9)
  expect_equal(today$fitted_on, frozen$fitted_on)
  expect_setequal(frozen[, paste(part, scalar, refitted_on)],
                  refits[, paste(part, scalar, cell)])
  ran <- frozen[cells != ""]
  expect_true(all(ran$refitted_on %in% cell_of(published)))
  expect_true(all(ran$moved >= 0 & ran$moved <= ran$number))
  expect_true(all(ran$after_10 <= ran$after_25 & ran$after_25 <= ran$after_50))
  expect_true(all(frozen[cells == "", reason] != ""))
})

test_that("a bad line of refits.tsv is refused with its number", {
  wrong <- function(change, words) {
    expect_error(read_refits(changed_refits(change), published, experiments),
                 paste0("refits.tsv:3: accepted: ", words))
  }
  wrong(function(rows) rows[2, scalar := "copy_ns"], "a fitted scalar of")
  wrong(function(rows) rows[2, reason := "none"], "a cell, or the reason")
  wrong(function(rows) rows[2, cell := ""], "a cell, or the reason")
  wrong(function(rows) rows[2, cell := "wang1993 3 degree=5 concat time"],
        "a printed cell that was looked at")
  # Its own cell, and one that is unseen.
  wrong(function(rows) {
    rows[2, cell := fitted[rows[2], on = .(part, scalar), fitted_on]]
  }, "a printed cell that was looked at")
  wrong(function(rows) {
    rows[2, cell := "wang1993 5 bytes=16;degree=4 rs_n time"]
  }, "a printed cell that was looked at")
  wrong(function(rows) rows[2, experiment := "wang_table2"],
        "an experiment of the cell's table")
  wrong(function(rows) rows[2, max := "1"], "min < max")
  wrong(function(rows) rows[2, step := "0"], "min < max")
  wrong(function(rows) rows[2, tables := "wang1993:99"],
        "tables of experiments")
  expect_error(read_refits(changed_refits(function(rows) {
    rows[scalar != "flop_ns"]
  }), published, experiments), "no line for hardware/cm5 flop_ns")
})

test_that("the search finds the nearest step, rising or falling", {
  tried <- 0
  rising <- function(value) {
    tried <<- tried + 1
    log((10 + value^1.5) / (10 + 123.4^1.5))
  }
  expect_equal(search_value(rising, 0, 400, 5, "x"), 125)
  expect_lt(tried, 20)
  expect_equal(search_value(function(value) log(50.3 / value), 10, 100, 0.5,
                            "x"), 50.5)
  expect_equal(search_value(function(value) value - 3, 0, 9, 1, "x"), 3)
  expect_equal(search_value(function(value) value, 0, 9, 1, "x"), 0)
  expect_equal(search_value(function(value) value + 1, 0, 9, 1, "x"), 0)
  expect_error(search_value(function(value) value, 1, 9, 1, "x"),
               "x: no value from 1 to 9 gives the printed time")
  expect_error(search_value(function(value) value - 10, 0, 9, 1, "x"),
               "x: no value from 0 to 9 gives the printed time")
})

test_that("times move by the ratio of the same samples", {
  cells <- data.table(paper = "wang1993", table = "4", algorithm = "lp",
                      case = c("a", "b", "c"), quantity = "time",
                      published = c("10", "10", "10"),
                      reproduced = c(10, 10, 30), ratio = 1,
                      seen = c("looked at", "looked at", "unseen"))
  same <- cells[1:2][, reproduced := 20][]
  again <- cells[1:2][, reproduced := c(24, 20)][]
  after <- rescale_times(cells, same, again)
  expect_equal(after$reproduced, c(12, 10, 30))
  counted <- count_moved(cells, after, "none")
  expect_equal(counted[, .(cells, number, moved, before_10, after_10,
                           after_25)],
               data.table(cells = "looked at", number = 2L, moved = 1L,
                          before_10 = 2L, after_10 = 1L, after_25 = 2L))
  # The cell of the refit does not count.
  without <- count_moved(cells, after, "wang1993 4 a lp time")
  expect_equal(without[, .(cells, number, moved)],
               data.table(cells = "looked at", number = 1L, moved = 0L))
})

test_that("only samples that ran again are compared", {
  samples <- data.table(case = "a", algorithm = "lp", seed = c("1", "2"),
                        replicate = 1:2, mode = "synchronous", parameters = "",
                        time_ns = 1:2)
  both <- same_samples(list(samples = samples), list(samples = samples[2]))
  expect_equal(both$samples$time_ns, 2)
  # Launches are draws of one pattern.
  draws <- samples[, seed := "1"]
  expect_equal(same_samples(list(samples = draws),
                            list(samples = draws[2]))$samples$time_ns, 2)
  expect_error(same_samples(list(samples = samples[1]),
                            list(samples = samples)),
               "2 samples ran again; 1 of them are frozen")
})

test_that("the table has a row for each line, and dashes without a refit", {
  model <- table_refits(frozen)
  expect_equal(nrow(model$rows), nrow(frozen))
  expect_true("--" %in% model$rows$times)
  expect_match(describe_refits(frozen), "within 25% by [-+0-9.]+ to ")
  changed <- data.table(cells = c("looked at", "", "looked at"), number = 200,
                        before_10 = 80, after_10 = c(83, NA, 79), before_25 = 1,
                        after_25 = 1, before_50 = 1, after_50 = 2)
  expect_equal(points_of_refits(changed, "looked at", 10), c(1.5, -0.5))
  expect_equal(describe_refits(changed), paste(
    "One scalar fitted on another cell changes the share of times looked at",
    "within 10% by -0.5 to +1.5 points, within 25% by +0.0 to +0.0, within 50%",
    "by +0.0 to +0.5."))
})
