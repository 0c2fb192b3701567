make_pairs <- function(nodes, alone = 10, loaded = 5) {
  pairs <- CJ(from = nodes, to = nodes, sorted = FALSE)[from != to]
  pairs[, `:=`(latency_us = 5, alone_mb_s = alone, loaded_mb_s = loaded)]
}

test_that("shares are of the panel's median, unmeasured pairs are left out", {
  pairs <- make_pairs(c("n1", "n10", "n2"))
  pairs[from == "n2" & to == "n1", alone_mb_s := 2.5]
  pairs[from == "n1" & to == "n2", loaded_mb_s := NA]
  shares <- netmap_shares(pairs)
  expect_equal(nrow(shares), 11)
  expect_equal(shares[from == "n2" & to == "n1"]$share, c(0.25, 1))
  # Nodes keep the order of the job.
  expect_equal(levels(shares$from), c("n1", "n10", "n2"))
  expect_equal(describe_netmap(shares),
               paste0("medians: 10 MB/s (a pair alone), 5 MB/s (all pairs of ",
                      "a round, both directions)"))
})

test_that("the first sender is on top, and few nodes are named", {
  plot <- figure_netmap(make_pairs(c("a", "b", "c")))
  expect_equal(plot$scales$get_scales("y")$limits, c("c", "b", "a"))
  for (count in c(2, 24, 25, 100))
    expect_lte(length(node_breaks(seq_len(count))), netmap_max_names)
})

test_that("few nodes and many are drawn, also very slow pairs", {
  file <- tempfile(fileext = ".svg")
  on.exit(unlink(file))
  for (count in c(2, 9, 40)) {
    pairs <- make_pairs(sprintf("n%d", seq_len(count)))
    pairs[1, alone_mb_s := 0.001]
    save_figure(figure_netmap(pairs), file, netmap_height_in)
    expect_match(tail(readLines(file), 1), "</svg>")
  }
})
