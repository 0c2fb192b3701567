# Time of applications by phase.

make_phases <- function(algorithm, exchange) {
  samples_with(algorithm = algorithm, workload = "fft2d",
               parameters = "side=64", counts = "answer=1",
               time_ns = 7000 + exchange, local_max_ns = 7000 + exchange,
               compute_ns = 5000, pack_ns = 2000, exchange_ns = exchange,
               reduce_ns = 0)
}

make_results <- function(samples) {
  list(samples = with_pairs(samples), of_workload = "side", simulated = FALSE,
       parameters = data.table(name = "side", unit = NA_character_,
                               summary = "rows"),
       labels = c(pex = "PEX", lex = "LEX"))
}

test_that("phases have medians, and the exchange its share", {
  results <- make_results(rbind(make_phases("pex", c(1000, 3000, 9000)),
                                make_phases("lex", c(7000, 7000, 7000))))
  cases <- summarise_sweep(results)
  expect_equal(cases[algorithm == "pex", exchange_us], 3)
  expect_equal(cases[algorithm == "pex", compute_us], 5)
  expect_equal(cases[algorithm == "pex", exchange_share], 0.3)
  expect_equal(cases[algorithm == "lex", exchange_share], 0.5)
  drawn <- ggplot2::ggplot_build(figure_phases(cases, results, "title"))
  bars <- as.data.table(drawn$data[[1]])
  # The bars of an algorithm end where its run does.
  expect_equal(bars[, max(ymax), keyby = x]$V1, c(14, 10) / 1e3)
})

test_that("an integer is printed as an integer", {
  samples <- rbind(make_phases("pex", 1), make_phases("pex", 1)[
    , parameters := "side=1024"])
  cases <- summarise_sweep(make_results(samples))
  expect_equal(levels(name_levels(cases, "side", "")), c("side 64",
                                                          "side 1024"))
})

test_that("one exchange has no phases", {
  samples <- make_phases("pex", 1000)[, exchange_ns := NA]
  cases <- summarise_sweep(make_results(samples))
  expect_false("exchange_share" %in% names(cases))
})
