# Two sweeps of two algorithms, one with a parameter.
make_run <- function(algorithm, parameters, time_ns, seed = 1L) {
  samples <- samples_with(algorithm = algorithm, seed = seed,
                          parameters = parameters, time_ns = time_ns)
  list(samples = with_pairs(samples), of_workload = "bytes",
       parameters = data.table(name = c("bytes", "delay"), unit = NA,
                               summary = ""),
       labels = c(gs = "Greedy (GS)", ac = "Asynchronous (AC)"))
}

runs <- list(
  one = make_run(c("gs", "gs"), c("bytes=16", "bytes=32"), c(1000, 2000)),
  two = make_run("ac", paste0("bytes=", c(16, 32, 16, 32), ";delay=",
                              c(0, 0, 5, 5)), 1:4 * 1000))

test_that("a figure has the cases of its panels", {
  figure <- list(abscissa = "bytes", panels = list(
    list(title = "all", from = c("one", "two")),
    list(title = "some", from = c("one", "two"), where = list(bytes = 32),
         curves = list(list(algorithm = "gs"),
                       list(algorithm = "ac", delay = 5)))))
  points <- curves_of_figure(figure, runs)
  expect_equal(points[panel == "all", .N], 6)
  expect_setequal(points[panel == "all", curve],
                  c("Greedy (GS)", "Asynchronous (AC): delay 0",
                    "Asynchronous (AC): delay 5"))
  expect_equal(points[panel == "some", sort(median_us)], c(2, 4))
  expect_equal(levels(points$panel), c("all", "some"))
})

test_that("a missing run is not drawn, and no column is guessed", {
  figure <- list(abscissa = "bytes",
                 panels = list(list(from = "three")))
  expect_null(curves_of_figure(figure, runs))
  figure$panels <- list(list(from = "one", where = list(length = 1)))
  expect_error(curves_of_figure(figure, runs), "'length' is no column")
})

test_that("a figure may call an algorithm otherwise, if it ran", {
  figure <- list(name = "f", abscissa = "bytes", labels = list(gs = "Another"),
                 panels = list(list(from = c("one", "two"))))
  expect_setequal(curves_of_figure(figure, runs)[algorithm == "gs", curve],
                  "Another")
  figure$labels <- list(gt = "Another")
  expect_error(curves_of_figure(figure, runs),
               "f: labels: 'gt'; accepted: gs ac")
})

test_that("seeds are one point with a bar", {
  run <- make_run("gs", "bytes=16", c(1000, 3000), seed = 1:2)
  points <- curves_of_figure(
    list(abscissa = "bytes", panels = list(list(from = "one"))),
    list(one = run))
  expect_equal(points[, c(median_us, low_us, high_us)], c(2, 1, 3))
})

test_that("printed numbers are in their panel in us", {
  figure <- list(shows = "p1999, Figure 1", abscissa = "bytes",
                 printed = list(table = "3", quantity = "time"),
                 panels = list(list(title = "d 4", where = list(degree = 4))))
  published <- data.table(paper = "p1999", table = "3",
                          case = paste0("bytes=16;degree=", c(4, 8)),
                          algorithm = "gs", quantity = "time", unit = "ms",
                          value = c("1.5", "2"))
  printed <- printed_of_figure(figure, published,
                               "p1999 3 bytes=16;degree=4 gs time")
  expect_false(printed$counts)
  points <- data.table(panel = "d 4", algorithm = "gs", abscissa = c(16, 32),
                       median_us = 3000)
  expect_equal(add_printed(points, printed)$ratio, c(2, NA))
  expect_equal(printed$printed_us, 1500)
  expect_equal(printed$abscissa, 16)
})

test_that("an algorithm keeps its colour, unique within a figure", {
  expect_equal(colours_of(c("lp", "gs"))[["gs"]],
               colours_of(c("gs", "ac", "drs_n"))[["gs"]])
  expect_false(anyDuplicated(colours_of(c("pex", "rs_n", "unheard_of"))) > 0)
})

test_that("a panel has no more curves than a reader can distinguish", {
  points <- data.table(panel = factor(""), curve = letters[1:8],
                       algorithm = "gs", abscissa = 1, median_us = 1,
                       bound_us = NA_real_)
  expect_error(figure_curves(list(name = "f"), points, "finding", "m"),
               "8 curves in a panel; accepted: 7")
})

test_that("the best algorithm depends on how often its plan is used", {
  cases <- data.table(bytes = 16, degree = 4, algorithm = c("ac", "rs_n"),
                      median_us = c(10, 5), plan_us = c(0, 40))
  best <- best_of_cases(cases, "bytes", "degree")
  expect_equal(best$algorithm, c("ac", "rs_n", "rs_n"))
  expect_equal(best$lead, c(4.5, 10 / 9, 10 / 5.04))
})

test_that("every claim of a figure exists", {
  figures <- read_figures(file.path(root, "paper", "figures.yaml"))
  expect_true(all(unlist(lapply(figures, `[[`, "claims")) %in%
                    names(claims)))
})
