# analysis/tests/test-shaped.R -- schedulers on links of a set rate.

# Ten launches of three algorithms: scattered takes 0.8 of the library's time,
# and as long at half the rates; gs 0.5, and twice as long.
shaped_launches <- function() {
  whole <- CJ(part = "base", algorithm = c("gs", "mpi_alltoallv", "scattered"),
              forced = "", bytes = 65536L, replicate = 1:10)
  times <- c(gs = 50, mpi_alltoallv = 100, scattered = 80)
  whole[, `:=`(time_us = times[algorithm] * (1 + replicate / 1000),
               bound_us = 40, drops = 1L, retransmissions = 2L,
               softirq_ns = 1e7)]
  half <- copy(whole)[replicate <= 3][, part := "base_half"]
  half[algorithm == "gs", time_us := time_us * 2]
  rbind(whole, half)
}

test_that("cells are compared with the library's in the same launch", {
  cells <- compare_shaped(shaped_launches())
  expect_equal(cells$algorithm, c("gs", "mpi_alltoallv", "scattered"))
  expect_equal(cells$ratio, c(0.5, 1, 0.8), tolerance = 1e-6)
  expect_equal(cells$launches, rep(10, 3))
  expect_true(all(cells$low <= cells$ratio & cells$ratio <= cells$high))
  expect_equal(cells$drops, rep(10, 3))
  expect_equal(cells$softirq_ms, rep(100, 3))
})

test_that("times that do not grow at half the rates are the processor's", {
  cells <- compare_shaped(shaped_launches())
  expect_equal(cells$limited_by, c("network", "processor", "processor"))
  expect_equal(cells$growth[1], 2, tolerance = 0.01)
  long <- shaped_launches()[part == "base_half", time_us := 4 * time_us]
  expect_equal(compare_shaped(long)$limited_by[1], "unclear")
  none <- compare_shaped(shaped_launches()[part == "base"])
  expect_equal(none$limited_by, rep("", 3))
})

test_that("the fastest is printed first, with its bound", {
  launches <- shaped_launches()[algorithm == "scattered" & part == "base_half",
                                time_us := 2 * time_us]
  cells <- compare_shaped(launches)
  contrasts <- contrast_shaped(launches, cells)
  expect_equal(contrasts$algorithm, "gs") # the library's is the processor's
  expect_equal(contrasts$ratio, 50 / 80, tolerance = 1e-6)
  lines <- capture.output(print_shaped(cells, contrasts))
  expect_match(lines[2], "^base +gs +0.6[23] \\[.*\\]  65536 bytes")
  expect_match(lines[4], "base, messages of 65536 bytes, bound 40 us")
  expect_match(lines[5], "^gs .* 0.50 \\[0.50, 0.50\\]  x1.99 at half, network")
  expect_match(lines[7], "^mpi_alltoallv")
})
