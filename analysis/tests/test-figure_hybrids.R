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

test_that("the printed times of both libraries are found", {
  times <- published_table3(published)
  expect_equal(times[, .N, by = kind]$N, c(9, 9))
  expect_equal(times[collective == "allreduce" & bytes == 65536 & kind == "nx",
                     time_ms], 170)
  expect_equal(times[collective == "allgather" & kind == "icc"][order(bytes),
                                                              time_ms],
               c(3.5, 13, 75))
})

test_that("the best mesh is a curve of its own next to rows and columns", {
  meshes <- rbind(cases[, mesh := fifelse(grepl("hybrid", algorithm), "2x2",
                                          "")],
                  copy(cases)[algorithm == "allgather_hybrid",
                              mesh := "best"])
  expect_setequal(kinds_of_curves(meshes), c("short", "long", "hybrid", "best"))
  alone <- meshes[mesh != "2x2"]
  expect_equal(kinds_of_curves(alone[mesh == "best"]), rep("hybrid", 2))
})

test_that("Figure 4 has the paper's hybrid, the best mesh, and printed times", {
  frozen <- lapply(c("16x32", "15x30"), function(nodes) {
    read_frozen(file.path(root, "paper", "data",
                          paste0("barnett_lengths_", nodes, ".csv")))
  })
  drawn <- figure4_of_barnett(
    frozen[[1]], frozen[[2]], published_table3(published))
  counts <- drawn$data[, .N, by = .(panel, kind)]
  expect_setequal(counts[startsWith(panel, "left"), paste(kind, N)],
                  c(paste(c("short", "long", "hybrid", "best"), 20), "icc 3",
                    "nx 3"))
  # Table 3 has no numbers of 15 x 30 nodes.
  expect_setequal(counts[startsWith(panel, "right"), paste(kind, N)],
                  paste(c("short", "long", "hybrid", "best"), 20))
  shapes <- unlist(lapply(ggplot_build(drawn)$data, function(layer) {
    layer$shape[layer$size > 2]
  }))
  expect_equal(unique(shapes), printed_shape)
})

test_that("every figure is drawn without a warning", {
  costs <- data.table(operation = "collect", procs = c(2, 4),
                      mesh = c("4", "2x2"),
                      strategy = c("GM", "CC"), alpha = c(4, 2),
                      beta = c("5/2", "3/4"), bytes = 8, time_us = c(3, 4))
  network <- list(alpha_us = 1, beta_ns = 1)
  nx <- data.table(collective = "collect", bytes = 8, kind = "nx",
                   time_ms = 100)
  drawn <- list(figure_hybrids(cases, "t", nx),
                figure_hybrids(cases, "t"),
                figure_strategies(costs, network, "t"))
  for (one in drawn)
    expect_silent(invisible(ggplot_build(one)))
})
