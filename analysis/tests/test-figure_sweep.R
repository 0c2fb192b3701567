make_samples <- function(algorithm, times, plan, replicate = 1L) {
  data.table(algorithm = algorithm, workload = "synthetic", procs = 4L,
             density = 1, message_bytes = 64L, seed = 1L, mode = "posted",
             replicate = replicate, time_ns = times, plan_ns = plan,
             nodes = NA_integer_, tasks_per_node = NA_integer_,
             mapping = "default", binding = "default", pattern = "",
             degree = NA_integer_, fan_out = NA_integer_,
             non_uniformity = NA_real_, traffic = NA_integer_,
             delay_us = NA_real_, improvements = "",
             shuffle = NA_integer_, stage_exchange = "")
}

test_that("a case has the median of its samples and a plan that pays", {
  cases <- summarise_sweep(rbind(make_samples("ac", rep(10000, 9), 1000),
                                 make_samples("gs", rep(8000, 9), 5000)))
  expect_equal(cases[algorithm == "gs", median_us], 8)
  # 4 us more to plan, 2 us less each time.
  expect_equal(cases[algorithm == "gs", reuses_to_pay], 2)
  expect_true(is.na(cases[algorithm == "ac", reuses_to_pay]))
})

test_that("launches, not their samples, are the observations", {
  cases <- summarise_sweep(rbind(
    make_samples("gs", c(1000, 1000, 1000), 1, 1L),
    make_samples("gs", rep(3000, 99), 1, 2L),
    make_samples("gs", c(2000, 2000), 1, 3L)))
  expect_equal(cases$median_us, 2)
  expect_equal(cases$launches, 3)
  expect_equal(cases$samples, 104)
})

test_that("panels are named by density, else by the file or the workload", {
  cases <- data.table(density = c(1, 0.5, NA, NA, NA, NA), workload = "w",
                      pattern = c(NA, NA, "a.txt", "", "", ""),
                      degree = c(NA, NA, NA, NA, 4, NA),
                      fan_out = c(NA, NA, NA, NA, NA, 8),
                      non_uniformity = c(NA, NA, NA, NA, NA, 0.25),
                      traffic = c(NA, NA, NA, NA, NA, 100))
  expect_equal(as.character(name_traffic(cases)),
               c("100% of all pairs", "50% of all pairs", "a.txt", "w",
                 "degree 4", "fan-out 8, l = 0.25, t = 100"))
  expect_equal(levels(name_traffic(cases))[1:2],
               c("50% of all pairs", "100% of all pairs"))
})

test_that("what hyperfine's JSON tells of a process is read", {
  folder <- tempfile()
  dir.create(folder)
  writeLines('{"cells": [{"cell": 3, "verdict": "VALID", "hyperfine":
    {"results": [{"command": "true", "median": 0.25, "user": 0.1,
    "system": 0.2, "times": [0.2, 0.25, 0.3]}]}},
    {"cell": 4, "verdict": "INVALID", "reason": "failed"}]}',
             file.path(folder, "launch-00000.json"))
  read <- read_processes(folder)
  expect_equal(read$cell, 3)
  expect_equal(read$runs, 3)
  expect_equal(read$median, 0.25)
  expect_null(read_processes(tempfile()))
})

test_that("a sweep of one size is drawn, and of processes", {
  samples <- rbind(make_samples("ac", rep(10000, 9), 1000),
                   make_samples("gs", c(1, 2, 3), NA))
  for (mode in c("posted", "process:start_up")) {
    cases <- summarise_sweep(copy(samples)[, mode := ..mode])
    drawn <- figure_sweep(cases, c(ac = "AC", gs = "GS"), "title", FALSE)
    expect_silent(ggplot2::ggplot_build(drawn))
  }
})
