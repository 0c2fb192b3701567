# analysis/tests/test-claims_of_papers.R -- single claims of claims.yaml: what
# decides on their verdicts.

verdict_on <- function(id, samples) {
  claim_rows(claims[[id]], list(m = samples))$verdict
}

# Times of the cases that `is_slower` selects, `factor` times as long.
slow_down <- function(samples, factor, is_slower) {
  copy(samples)[is_slower, time_ns := time_ns * factor]
}

frozen_sweep <- function(name) {
  frozen_samples(read_frozen(file.path(root, "paper", "data",
                                       paste0(name, ".csv"))))
}

test_that("claims 44a and 44b judge the hybrid of rows and columns", {
  for (one in list(list("44a", "barnett_lengths_16x32", "32x16"),
                   list("44b", "barnett_lengths_15x30", "30x15"))) {
    rows <- frozen_sweep(one[[2]])
    verdict <- function(rows) verdict_on(one[[1]], setNames(list(rows),
                                                            one[[2]]))
    expect_equal(verdict(rows), "holds")
    expect_equal(verdict(slow_down(rows, 1.06, rows$mesh == one[[3]])),
                 "contradicts")
    expect_equal(verdict(slow_down(rows, 9, rows$mesh == "best")), "holds")
  }
})

test_that("claim 71 compares hybrids of rows and columns, prime and not", {
  prime <- frozen_sweep("barnett_prime")
  other <- frozen_sweep("barnett_lengths_15x30")
  verdict <- function(prime, other) {
    verdict_on("71", list(barnett_prime = prime, barnett_lengths_15x30 = other))
  }
  expect_equal(verdict(prime, other), "holds")
  expect_equal(verdict(slow_down(prime, 0.5, prime$mesh == "best"), other),
               "contradicts")
  expect_equal(verdict(prime, slow_down(other, 1.1, other$mesh == "30x15")),
               "contradicts")
  # The best mesh of 15 x 30 nodes goes beyond the paper.
  expect_equal(verdict(prime, slow_down(other, 9, other$mesh == "best")),
               "holds")
})

# Times of a traffic in elements, the same in two patterns.
of_traffic <- function(algorithm, non_uniformity, time_ms, mode = "posted") {
  CJ(seed = 1:2, traffic = c(2048, 8192, 32768))[, .(
    algorithm, mode, procs = 32, seed, traffic, non_uniformity,
    time_ns = time_ms * traffic * 1e3, bytes = 4, messages = 1, rounds = 1,
    parameters = "bytes=4;non_uniformity=0;traffic=0")]
}

test_that("claim 45 is about the barrier alone, and sizes that vary", {
  rows <- function(even, bare) {
    announced <- "posted+announce"
    with_barrier <- "posted+barrier+announce"
    varied <- of_traffic("lp", 0.4375, 1, with_barrier)
    varied[traffic > 8192, time_ns := 2 * time_ns]
    list(ranka_low_variance = rbind(
      varied, of_traffic("lp", 0.4375, 1.5, announced),
      of_traffic("lp", 0.4375, bare), of_traffic("lp", 0.5, bare),
      of_traffic("lp", 0.5, 1, announced),
      of_traffic("lp", 0.5, even, with_barrier)))
  }
  for (even in c(1.1, 9))
    for (bare in c(0.5, 5))
      expect_equal(verdict_on("45", rows(even, bare)),
                   "holds for traffic <= 8192")
})

test_that("claim 57 is about messages of one size", {
  rows <- function(two_stage) {
    list(ranka_figure9_stages = of_traffic("two_stage", 0.03125, two_stage),
         ranka_figure10_stages = of_traffic("two_stage", 0.5, 2),
         ranka_low_variance = rbind(
           of_traffic("lp", 0.5, 1), of_traffic("lp", 0.4375, 9),
           of_traffic("lp", 0.5, 5, "posted+announce")))
  }
  expect_equal(verdict_on("57", rows(2.2)), "holds")
  expect_equal(verdict_on("57", rows(1.5)), "contradicts")
  expect_equal(verdict_on("57", rows(3)), "contradicts")
})

test_that("claim 70 compares orders at the same mean size", {
  order_of <- function(times, bytes) {
    CJ(algorithm = names(times), bytes = bytes, degree = c(4, 8))[, .(
      algorithm, procs = 32, seed = 1, bytes, degree, messages = 1, rounds = 1,
      time_ns = 1e6 * times[algorithm] * bytes,
      parameters = "bytes=16;degree=4")]
  }
  times <- c(ac = 1, lp = 2, rs_n = 3, drs_n = 4)
  verdict <- function(times8) {
    verdict_on("70", list(wang_figure7 = order_of(times, 2^c(4, 8, 9)),
                          wang_figure8 = order_of(times8, 2^c(4, 5))))
  }
  expect_equal(verdict(times), "holds")
  expect_equal(verdict(setNames(times, rev(names(times)))), "contradicts")
})
