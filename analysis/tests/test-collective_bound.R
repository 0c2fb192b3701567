# A network whose messages take 10 us, 2 of them at either end, and 1 ns a byte.
machine <- list(network = list(alpha_us = 10, beta_ns = 1),
                smpi = list(send_overhead_us = 2, receive_overhead_us = 0))

test_that("the LogP tree is the fastest", {
  # Sends at 0, 2, 4, 6, 8 reach five ranks by 18; those of 10 come at 20.
  expect_equal(vapply(1:7, spreading_time, 0, alpha = 10, overhead = 2),
               c(0, 10, 12, 14, 16, 18, 20))
  # The first rank that knows sends at 10, too.
  expect_equal(spreading_time(8, 10, 2), 20)
  # Overhead as long as a message: a binomial tree.
  expect_equal(vapply(c(2, 3, 4, 5, 8, 9), spreading_time, 0, alpha = 3,
                      overhead = 3), c(3, 6, 6, 9, 9, 12))
  expect_equal(spreading_time(1000, 10, 0), 10)
})

test_that("a bound is the max of latency and bytes over bandwidth", {
  bound <- function(...) lower_bound(..., NA, NA, machine)
  expect_equal(bound("bcast", 7, c(0, 1e6)), c(20, 1000))
  expect_equal(bound("scatter", 4, 1e6), 750)
  # 2 bytes are the parts of 2 ranks other than the root.
  expect_equal(bound("scatter", 7, c(2, 7)), c(12, 20))
  expect_equal(bound("bcast", 7, 2), 20)
  # In a gather the senders' overheads pass at once.
  expect_equal(bound("gather", 7, 0), 10)
  expect_equal(bound("allreduce", 4, 1e6), 1500)
  expect_equal(bound("allreduce", 1, 1e6), 0)
})

test_that("a rank hears from others straight or through others", {
  machine$smpi$receive_overhead_us <- 1
  # 3 others, 1 us each, and 10 us.
  expect_equal(lower_bound("alltoallv", 4, c(0, 0, 1e6), c(0, 3, 3),
                           c(0, 12, 12), machine), c(0, 12, 3000))
  # By t = 26 the tree of 10 us and 1 us has more than 41 ranks.
  expect_equal(lower_bound("alltoallv", 41, 0, c(40, 40), c(1640, 40), machine),
               c(26, 26))
})

test_that("with half duplex sends and receives share the bandwidth", {
  machine$network$duplex <- "half"
  bound <- function(...) lower_bound(..., NA, NA, machine)
  expect_equal(bound("allgather", 4, 1e6), 1500)
  expect_equal(bound("reduce_scatter", 4, 1e6), 1500)
  expect_equal(bound("allreduce", 4, 1e6), 3000)
  expect_equal(bound("bcast", 4, 1e6), 1500)
  expect_equal(bound("reduce", 2, 1e6), 1000)
  expect_equal(bound("scatter", 4, 1e6), 750)
  expect_equal(lower_bound("alltoallv", 4, 1e6, c(3, 3), c(12, 3), machine),
               c(6000, 3000))
})

test_that("the bound of an exchange has duplex, not overheads", {
  network <- list(alpha_us = 10, beta_ns = 1)
  expect_equal(exchange_bound_us(4e6, 12, 4, network), 1010)
  expect_equal(exchange_bound_us(0, 0, 4, network), 0)
  network$duplex <- "half"
  expect_equal(exchange_bound_us(4e6, 12, 4, network), 2000)
  network[c("sender_free_us", "receiver_free_us")] <- c(8, 9)
  expect_equal(exchange_bound_us(0, c(12, 1200), 4, network), c(10, 10))
})

test_that("with levels the fastest messages and the nodes bound", {
  machine$network[c("inside_alpha_us", "inside_beta_ns", "node_ranks",
                    "adapter_ranks")] <- list(1, 2, 4, 4)
  bound <- function(...) lower_bound(..., NA, NA, machine)
  # One node: three messages of 1 us, each 2 us after the one before.
  expect_equal(bound("bcast", 4, 0), 3)
  # Two nodes, 10 us apart; 16 ranks: 4 nodes, sends 0.5 us apart.
  expect_equal(bound("bcast", 8, 0), 10)
  expect_equal(bound("bcast", 16, 0), 11)
  # 3/4 of a vector enters each of 4 nodes, 15/16 of it each rank, 2/3 of those
  # from other nodes.
  expect_equal(bound("allgather", 16, 1e6), 750)
  machine$network$adapter_ranks <- 1
  expect_equal(bound("allgather", 16, 1e6), 625)
  machine$network$inside_beta_ns <- 0.5
  expect_equal(bound("bcast", 16, 1e6), 1000 / 3)
  expect_equal(exchange_bound_us(4e6, 12, 4, machine$network), 1 + 1000 / 3)
})
