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
