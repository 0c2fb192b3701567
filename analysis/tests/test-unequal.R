# analysis/tests/test-unequal.R -- bounds and times of schedulers on messages of
# unequal length.

# 0 -> 1, 0 -> 2, 2 -> 0, and a copy of a rank to itself.
three <- data.table(src = c(0, 0, 2, 1), dst = c(1, 2, 0, 1),
                    bytes = c(100, 200, 1000, 9999))
flat <- list(alpha_us = 10, beta_ns = 100)

test_that("the largest load is that of a port, or of both directions", {
  # Rank 0 sends 10 + 10 + 10 + 20 us; rank 2 110 us, which rank 0 receives.
  expect_equal(bounds_of_pattern(three, flat),
               c(bound_us = 110, adapter_us = NA, shared_us = NA))
  expect_equal(bounds_of_pattern(three, c(flat, duplex = "half"))[["bound_us"]],
               160)
  expect_equal(bounds_of_pattern(three[0], flat)[["bound_us"]], 0)
})

# Two nodes of four ranks, two ranks an adapter. Of node 0 rank 0 sends 500
# bytes to node 1, rank 1 300, rank 2 200; 0 -> 3 stays within the node.
crossing <- data.table(src = c(0, 1, 2, 0), dst = c(4, 5, 6, 3),
                       bytes = c(500, 300, 200, 1000))
levels <- list(alpha_us = 10, beta_ns = 100, inside_alpha_us = 1,
               inside_beta_ns = 10, node_ranks = 4, adapter_ranks = 2)

test_that("levels have bounds of adapters, alone and shared", {
  # Rank 0: 10 + 50 us between nodes, 1 + 10 within. Ranks 0 and 1 share an
  # adapter, 800 bytes; two adapters share 1000.
  expect_equal(bounds_of_pattern(crossing, levels),
               c(bound_us = 71, adapter_us = 80, shared_us = 50))
  levels$adapter_ranks <- 1
  expect_equal(bounds_of_pattern(crossing, levels)[c("adapter_us",
                                                     "shared_us")],
               c(adapter_us = 50, shared_us = 25))
  expect_equal(bounds_of_pattern(crossing[src == 0 & dst == 3], levels),
               c(bound_us = 11, adapter_us = 0, shared_us = 0))
})

row_of <- function(set, algorithm, mode, time_us, part = "papers",
                   workload = "zipf 1", patterns = 3, machine = "m",
                   selector = "", chosen = "") {
  data.table(part, machine, workload, set, algorithm, mode, selector, patterns,
             time_us, chosen, bound_us = 80, adapter_us = 40, shared_us = 10)
}
papers <- rbind(
  row_of("own", "gs", "synchronous", 120),
  row_of("own", "ac", "posted_all", 110),
  row_of("own", "lp_barrier", "dynamic", 50, patterns = 2),
  row_of("own", "scattered", "window:32", 60),
  row_of("own", "largest_load_first", "synchronous", 100),
  row_of("synchronous", "gs", "synchronous", 120),
  row_of("synchronous", "ac", "synchronous", 130),
  row_of("synchronous", "largest_load_first", "synchronous", 100),
  row_of("others", "rs_n", "posted", 90),
  row_of("later", "largest_load_first", "posted_all", 75),
  row_of("own", "bs", "synchronous", 400, workload = "cg 128x128"),
  row_of("own", "largest_load_first", "synchronous", 100,
         workload = "cg 128x128"),
  row_of("own", "bs", "synchronous", 100, workload = "euler 2800"),
  row_of("own", "largest_load_first", "synchronous", 100,
         workload = "euler 2800"))

test_that("ours is compared with the papers' fastest, in four ways", {
  found <- summarise_papers(papers)
  zipf <- found[workload == "zipf 1"]
  # lp_barrier lacks a pattern; scattered is of no paper.
  expect_equal(zipf[, .(own, any, same)],
               data.table(own = "ac", any = "rs_n posted", same = "gs"))
  expect_equal(unlist(zipf[, .(gain_own, gain_any, gain_same, gain_both,
                               gain_load, to_bound)]),
               c(gain_own = 1.1, gain_any = 0.9, gain_same = 1.2,
                 gain_both = 1.2, gain_load = 1.375, to_bound = 1.25))
  means <- mean_gains(found)
  expect_equal(means$lengths, c("unequal lengths", "the papers' own"))
  expect_equal(means$workloads, c(1, 2))
  expect_equal(means$gain_own, c(1.1, 2))
  expect_equal(means$lowest_own, c(1.1, 1))
})

nodes <- rbind(
  row_of("own", "scattered", "window:32", 60, "skew", "zipf, exponent 0.5"),
  row_of("own", "node_balanced", "dataflow", 30, "skew", "zipf, exponent 0.5"),
  row_of("own", "alltoallv_auto", "auto", 40, "skew", "zipf, exponent 0.5",
         chosen = "bruck"),
  row_of("own", "largest_load_first", "synchronous", 75, "skew",
         "zipf, exponent 0.5"),
  row_of("library", "mpi_alltoallv", "library", 90, "skew",
         "zipf, exponent 0.5", selector = "ompi"),
  row_of("library", "mpi_alltoallv", "library", 65, "skew",
         "zipf, exponent 0.5", selector = "mpich"),
  row_of("own", "scattered", "window:32", 20, "slow",
         "experts, dispatch, skew 1, inside 4"),
  row_of("own", "node_balanced", "dataflow", 25, "slow",
         "experts, dispatch, skew 1, inside 4"))

test_that("on nodes gains are over direct sending", {
  found <- summarise_nodes(nodes)
  expect_equal(found[, .(traffic, zipf_exponent, inside)],
               data.table(traffic = c("zipf", "experts, dispatch"),
                          zipf_exponent = c(0.5, 1), inside = c(9, 4)))
  expect_equal(found$gain_balanced, c(2, 0.8))
  expect_equal(found$gain_auto, c(1.5, NA))
  expect_equal(found$gain_order, c(0.8, NA))
  expect_equal(found$gain_bound, c(4, 4))
  expect_equal(found$library, c("mpich", NA))
  expect_equal(found$chosen, c("bruck", NA))
})

test_that("the figure has a point for each gain, and says where order pays", {
  found <- summarise_papers(papers)
  drawn <- figure_unequal(found, summarise_nodes(nodes))
  rows <- data_of_figure(drawn)
  expect_equal(nrow(rows[panel == "papers"]), 4 * nrow(found))
  expect_setequal(rows[panel == "nodes", paste(series, gain)], c(
    "gain_balanced 9 2", "gain_auto 9 1.5", "gain_order 9 0.8",
    "gain_bound 9 4", "gain_balanced 4 0.8"))
  expect_match(alt_of_figure(drawn), "m, unequal lengths: 1.10, 0.90, 1.20")
  file <- tempfile(fileext = ".svg")
  save_figure(drawn, file, unequal_height_in)
  expect_gt(file.size(file), 1000)
})
