# analysis/tests/test-against_library.R -- where the MPI library's call is
# faster, and what `bench here` makes of its launches.

# Launches of `auto` and MPI_Bcast: `losses` are the ratios of each length.
launches_of <- function(losses, lengths, count = 7) {
  set.seed(1)
  rows <- CJ(bytes = lengths, replicate = seq_len(count), mine = c(TRUE, FALSE))
  rows[, `:=`(procs = 2, algorithm = fifelse(mine, "bcast_auto", "mpi_bcast"),
              mode = fifelse(mine, "auto", "library"))]
  luck <- exp(rnorm(count, 0, 0.1)) # of a launch, common to both
  noise <- exp(rnorm(nrow(rows), 0, 0.005))
  rows[, time_ns := 1000 * luck[replicate] * noise *
         fifelse(mine, losses[match(bytes, lengths)], 1)][]
}

test_that("the library is taken if the whole interval is above 1.05", {
  samples <- launches_of(c(1.2, 1.05, 0.9), c(8, 64, 512))
  compared <- compare_auto(pair_times(samples))
  expect_equal(compared$is_library_faster, c(TRUE, FALSE, FALSE))
  expect_equal(compared$ratio, c(1.2, 1.05, 0.9), tolerance = 0.01)
  expect_true(all(compared$low < compared$ratio))
  expect_true(all(compared$ratio < compared$high))
  # Fewer launches than an interval needs decide nothing.
  few <- compare_auto(pair_times(
    launches_of(c(2, 2, 2), c(8, 64, 512), count = 5)))
  expect_equal(few$is_library_faster, rep(FALSE, 3))
  # A length that only one of them has is left out.
  alone <- samples[!(bytes == 64 & mode == "library")]
  expect_equal(compare_auto(pair_times(alone))$bytes, c(8, 512))
  expect_null(pair_times(samples[mode == "library"]))
  expect_error(read_pairs(tempfile()), "no length has both times; accepted")
})

test_that("lengths represent those up to the middle to the next", {
  bytes <- c(96, 768, 6144, 49152, 3145728)
  of <- function(...) library_ranges(bytes, c(...))
  expect_equal(of(TRUE, TRUE, FALSE, FALSE, FALSE),
               data.table(min_bytes = 0, max_bytes = 2172))
  expect_equal(of(FALSE, TRUE, FALSE, TRUE, TRUE),
               data.table(min_bytes = c(272, 17378),
                          max_bytes = c(2172, 25165824)))
  expect_equal(nrow(of(FALSE, FALSE, FALSE, FALSE, FALSE)), 0)
  expect_equal(library_ranges(96L, TRUE),
               data.table(min_bytes = 0, max_bytes = 96))
  # Products of these integers are above 2^31.
  expect_false(anyNA(library_ranges(as.integer(bytes), rep(TRUE, 5))))
  lines <- describe_library_ranges(compare_auto(pair_times(
    launches_of(c(1.2, 0.9, 1.2), c(8, 64, 512)))))
  expect_equal(lines, c("library_faster bcast 2 0 22",
                        "library_faster bcast 2 182 1440"))
})

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
