# analysis/tests/test-here_defaults.R -- what `bench here` makes of its
# launches.

here_launches <- function() {
  of <- function(network, who, forced, times) {
    data.table(network = network, operation = "bcast", procs = 2, bytes = 8,
               who = who, forced = forced, replicate = seq_along(times),
               time_us = times)
  }
  default <- c(10, 11, 12, 10, 13, 10, 9)
  rbind(of("plain", "default", "", default),
        of("plain", "ours", "", 2 * default),
        of("plain", "forced", "chain", 0.5 * default),
        of("plain", "forced", "binomial", 3 * default),
        of("calibrated", "default", "", 2 * default),
        of("calibrated", "ours", "", 2 * default))
}

test_that("ours is compared in the same launches, and with the fastest", {
  cells <- summarise_here(compare_here(here_launches()))
  expect_equal(nrow(cells), 1)
  expect_equal(cells$ratio_plain, 2)
  expect_equal(cells$ratio_calibrated, 1)
  expect_equal(cells$forced, "chain")
  expect_equal(cells$time_us_plain / cells$time_us, 4)
  text <- utils::capture.output(print_here(cells))
  expect_true(any(grepl("2.00 [2.00, 2.00]", text, fixed = TRUE)))
  expect_true(any(grepl(paste("^without a file: 1 cells, geometric mean of the",
                              "ratio 2.000; the interval above 1.05 in 1,"),
                        text)))
  # Without results of a file.
  plain <- summarise_here(compare_here(here_launches()[network == "plain"]))
  text <- utils::capture.output(print_here(plain))
  expect_false(any(grepl("with the file:", text)))
})

test_that("programs' calls are compared in each way, the worst way first", {
  folder <- tempfile()
  dir.create(file.path(folder, "programs_2"), recursive = TRUE)
  for (launch in 1:7)
    fwrite(data.table(operation = rep(c("bcast", "reduce"), 2), procs = 2L,
                      bytes = 8L, way = rep(c("barrier", "stream"), each = 2),
                      buffers = "kept",
                      choice = rep(c("bcast_mst", "mpi_reduce"), 2),
                      time_us = launch * c(1, 1, 1, 4),
                      default_us = launch * c(1, 2, 1, 2)),
           file.path(folder, "programs_2", sprintf("launch-%d.csv", launch)))
  cells <- compare_programs(folder)
  expect_equal(nrow(cells), 4)
  expect_equal(cells[operation == "reduce"]$ratio, c(0.5, 2))
  expect_equal(unique(cells$launches), 7)
  text <- describe_programs(cells)
  expect_match(text[2], paste("2 ranks, stream, send buffer kept: 2 cells,",
                              "geometric mean 1.414, median 1.500; the",
                              "interval above 1.05 in 1, below 0.95 in 0;",
                              "worst 2.00 (reduce of 8 bytes)"), fixed = TRUE)
  expect_match(text[3], "barrier, .* 0.707, median 0.750; .* below 0.95 in 1")
  expect_equal(text[4], paste("2 ranks: 1 of 2 cells are passed on to the",
                              "library: reduce of 8 bytes"))
  expect_null(compare_programs(file.path(folder, "none")))
})
