# The result of read_results for such samples.
make_results <- function(samples) {
  parameters <- data.table(name = c("bytes", "density", "delay_us"),
                           unit = c("bytes", NA, "us"),
                           summary = c("of a message", "share", "pause"))
  list(samples = with_pairs(samples), parameters = parameters,
       of_workload = c("bytes", "density"), simulated = FALSE,
       labels = c(ac = "AC", gs = "GS", drs_n = "DRS"))
}

make_samples <- function(algorithm, times, plan, replicate = 1L,
                         parameters = "bytes=64;density=1") {
  samples_with(algorithm = algorithm, parameters = parameters,
               replicate = replicate, gather_ns = plan / 2, build_ns = plan / 4,
               bind_ns = plan / 4, time_ns = times)
}

test_that("a case has a median and the number of uses that pays for a plan", {
  cases <- summarise_sweep(make_results(rbind(
    make_samples("ac", rep(10000, 9), 1000),
    make_samples("gs", rep(8000, 9), 5000))))
  expect_equal(cases[algorithm == "gs", median_us], 8)
  # 4 us more to plan, 2 us less each time.
  expect_equal(cases[algorithm == "gs", reuses_to_pay], 2)
  expect_true(is.na(cases[algorithm == "ac", reuses_to_pay]))
})

test_that("launches, not their samples, are the observations", {
  cases <- summarise_sweep(make_results(rbind(
    make_samples("gs", c(1000, 1000, 1000), 1, 1L),
    make_samples("gs", rep(3000, 99), 1, 2L),
    make_samples("gs", c(2000, 2000), 1, 3L))))
  expect_equal(cases$median_us, 2)
  expect_equal(cases$launches, 3)
  expect_equal(cases$samples, 104)
})

test_that("below six launches there is no interval, as the caption says", {
  of_launches <- function(n) {
    results <- make_results(rbindlist(lapply(seq_len(n), function(i) {
      make_samples("gs", 1000 * (i + 1:3), 1, i)
    })))
    list(cases = summarise_sweep(results), drawn = figure_sweep(
      summarise_sweep(results), results, "title"))
  }
  five <- of_launches(5)
  expect_true(is.na(five$cases$low_us))
  expect_match(five$drawn$labels$caption, "5 of at least 6 launches")
  six <- of_launches(6)
  expect_equal(c(six$cases$low_us, six$cases$high_us), c(3, 8))
  expect_match(six$drawn$labels$caption, "95% interval over launches")
})

test_that("a legend names the modes that differ, a caption the one of all", {
  own <- rbind(make_samples("gs", 1:3, 1), make_samples("ac", 1:3, 1),
               make_samples("drs_n", 1:3, 1))
  own[algorithm == "drs_n", mode := "dynamic"]
  drawn <- function(samples) {
    results <- make_results(samples)
    figure <- figure_sweep(summarise_sweep(results), results, "title")
    list(labels = unname(ggplot_build(figure)$plot$scales$
                           get_scales("colour")$labels),
         caption = figure$labels$caption)
  }
  same <- drawn(own)
  expect_match(same$caption, "Mode of\\sschedules: posted[.]")
  expect_false(any(grepl("posted", same$labels)))
  own[algorithm == "gs", mode := "persistent"]
  differs <- drawn(own)
  expect_false(grepl("Mode of\\sschedules", differs$caption))
  expect_setequal(differs$labels, c("AC, posted", "GS, persistent", "DRS"))
})

test_that("a summary has the statistics of other benchmarks", {
  cases <- summarise_sweep(make_results(make_samples("gs", 1:100 * 1000, 1)))
  expect_equal(cases$least_us, 1)
  expect_equal(cases$largest_us, 100)
  expect_equal(cases$p95_us, 95.05)
  expect_equal(cases$mb_s, 12000 / 50.5)
})

test_that("no number of uses pays for a collective without a plan", {
  cases <- summarise_sweep(make_results(rbind(
    make_samples("mpi_alltoallv", rep(10000, 9), 0),
    make_samples("gs", rep(8000, 9), 5000))))
  expect_true(is.na(cases[algorithm == "mpi_alltoallv", reuses_to_pay]))
  expect_equal(cases[algorithm == "gs", reuses_to_pay], 3)
})

test_that("factors that vary make panels, point shapes and the abscissa", {
  samples <- rbind(
    make_samples("gs", 1:3, 1, parameters = "bytes=64;density=0.5"),
    make_samples("gs", 1:3, 1, parameters = "bytes=64;density=1"),
    make_samples("gs", 1:3, 1, parameters = "bytes=128;density=1"),
    make_samples("drs_n", 1:3, 1,
                 parameters = "bytes=64;density=1;delay_us=0"),
    make_samples("drs_n", 1:3, 1,
                 parameters = "bytes=64;density=1;delay_us=2.5"))
  results <- make_results(samples)
  cases <- summarise_sweep(results)
  expect_equal(choose_abscissa(cases, results), "bytes")
  expect_equal(varying(cases, c("bytes", "density", "delay_us", "mode")),
               c("bytes", "density", "delay_us"))
  expect_equal(levels(name_levels(cases, "density", "")),
               c("density 0.5", "density 1"))
  expect_equal(levels(name_levels(cases, "delay_us", "")),
               c("delay us 0", "delay us 2.5", ""))
  expect_equal(label_parameter("delay_us", results$parameters),
               "delay us: pause [us]")
  expect_equal(label_parameter("bytes", results$parameters),
               "bytes: of a message")
})

test_that("hyperfine's JSON of a process is read", {
  cells <- jsonlite::parse_json('[{"cell": 3, "verdict": "VALID", "hyperfine":
    {"results": [{"command": "true", "median": 0.25, "user": 0.1,
    "system": 0.2, "times": [0.2, 0.25, 0.3]}]}},
    {"cell": 4, "verdict": "INVALID", "reason": "failed"}]')
  read <- read_processes(cells, "folder")
  expect_equal(read$cell, 3)
  expect_equal(read$runs, 3)
  expect_equal(read$median, 0.25)
  expect_null(read_processes(list(), "folder"))
  cells[[1]]$hyperfine$results[[1]]$times <- "0.2"
  expect_error(read_processes(cells, "folder"),
               "folder, cells 1, hyperfine, results 1, times: accepted: a")
})

test_that("a sweep of one size is drawn, and of processes", {
  samples <- rbind(make_samples("ac", rep(10000, 9), 1000),
                   make_samples("gs", c(1, 2, 3), NA))
  for (mode in c("posted", "process:start_up")) {
    results <- make_results(copy(samples)[, mode := ..mode])
    drawn <- figure_sweep(summarise_sweep(results), results, "title")
    expect_silent(ggplot2::ggplot_build(drawn))
  }
})

test_that("a figure has the lower bound and the base case", {
  results <- make_results(rbind(make_samples("ac", rep(10000, 9), 1000),
                                make_samples("gs", c(1, 2, 3), NA)))
  bare <- figure_sweep(summarise_sweep(results), results, "title")
  expect_match(bare$labels$caption, "No base case")
  expect_match(bare$labels$caption, "No lower bound: the machine's file has no")
  # A latency of 2 us, and 3000 bytes of a rank at 0.5 ns each.
  results$network <- list(alpha_us = 2, beta_ns = 0.5)
  results$samples[algorithm == "ac", mode := "library"]
  cases <- summarise_sweep(results)
  expect_equal(unique(cases$bound_us), 3.5)
  drawn <- figure_sweep(cases, results, "title")
  expect_match(drawn$labels$caption, "Base case: AC.*Dashed: lower bound")
  expect_silent(ggplot2::ggplot_build(drawn))
})

test_that("too many curves are reported, with the factor to fix", {
  results <- make_results(rbindlist(lapply(c("ac", "gs", "drs_n"), function(a) {
    rbindlist(lapply(c(1, 2, 4), function(delay) make_samples(
      a, 1000 * delay, 1,
      parameters = paste0("bytes=64;density=1;delay_us=", delay))))
  })))
  results$of_workload <- c("bytes", "density", "delay_us")
  expect_null(words_of_crowd(summarise_sweep(results), results))
  results$samples <- rbindlist(lapply(
    c("posted", "synchronous", "posted_all"), function(way)
      copy(results$samples)[, mode := way]))
  expect_match(words_of_crowd(summarise_sweep(results), results),
               "9 curves .* more than 7 .* value of algorithm [(]3[)] or mode")
})

test_that("the bound is a line over the points of a panel, if it has several", {
  cases <- data.table(procs = c(4L, 8L), panel = "a", abscissa = c(4, 8),
                      bound_us = c(1, 2))
  lines <- function(...) sum(vapply(draw_bound(cases, ...), function(layer) {
    inherits(layer$geom, "GeomLine")
  }, NA))
  expect_equal(lines("panel"), 1)
  expect_equal(lines(), 0) # a panel for each number of processes
})
