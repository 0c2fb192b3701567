# analysis/tests/test-figure_hybrids.R -- figures of hybrids.

cases <- CJ(algorithm = c("allgather_short", "allgather_long",
                          "allgather_hybrid"),
            bytes = c(8, 4096))
cases[, `:=`(procs = 4, median_us = c(5, 9, 20, 21, 10, 30))]

test_that("an algorithm's name has its collective and its kind", {
  split <- split_row(c("reduce_scatter_hybrid", "bcast_folded", "scatter_mst"))
  expect_equal(split$collective, c("reduce scatter", "bcast", "scatter"))
  expect_equal(split$kind, c("hybrid", "folded", "hybrid"))
})

test_that("lengths are written in their unit", {
  expect_equal(label_bytes(c(8, 1024, 65536, 2^20)),
               c("8 B", "1 KB", "64 KB", "1 MB"))
})

test_that("the printed times of the vendor are found", {
  nx <- published_nx(read_published(file.path(root, "analysis", "published")))
  expect_equal(nrow(nx), 9)
  expect_equal(nx[collective == "allreduce" & bytes == 65536, value],
               "0.17")
})

test_that("every figure is drawn without a warning", {
  costs <- data.table(operation = "collect", procs = c(2, 4),
                      mesh = c("4", "2x2"),
                      strategy = c("GM", "CC"), alpha = c(4, 2),
                      beta = c("5/2", "3/4"), bytes = 8, time_us = c(3, 4))
  network <- list(alpha_us = 1, beta_ns = 1)
  nx <- data.table(collective = "collect", bytes = 8, value = "0.1")
  drawn <- list(figure_hybrids(cases, "t", "s", nx),
                figure_hybrids(cases, "t", "s"),
                figure_strategies(costs, network, "t"),
                figure_growth(cases[algorithm == "allgather_hybrid"], costs,
                              "t"))
  for (one in drawn)
    expect_silent(invisible(ggplot_build(one)))
})
