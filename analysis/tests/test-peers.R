# analysis/tests/test-peers.R -- `auto` compared with its peers, and with our
# own algorithms.

# Two lengths of a vector in parts for 4 ranks: 8 bytes are fewer than 4
# elements of 8 bytes. And a broadcast. Peers win the long scatter.
ours <- data.table(
  network = "n", operation = c("bcast", "scatter", "scatter"), procs = 4,
  density = NA_real_, bytes = c(8, 2, 64), bound_us = 5,
  default_us = c(10, 30, 20), calibrated_us = c(8, 30, 10),
  machine_us = c(5, 30, 10))
peers <- data.table(
  network = "n", procs = 4, density = NA_real_,
  operation = c("bcast", "bcast", "bcast", "scatter", "scatter", "scatter"),
  bytes = c(8, 8, 8, 2, 64, 64),
  choice = c("ompi", "smpi_NTSL", "smpi_pair", "ompi", "ompi", "scatter_mst"),
  time_us = c(40, 20, NA, 300, 15, 10),
  reason = c("", "", "crash", "", "", ""))

test_that("ours is compared with the fastest peer of each cell", {
  compared <- compare_peers(ours, peers)
  expect_equal(compared$peer, c("smpi_NTSL", "ompi", "scatter_mst"))
  expect_equal(compared$peer_us, c(20, 300, 10))
  expect_equal(compared$peers, c(2, 1, 2))
  expect_equal(compared$missing, c(1, 0, 0))
})

test_that("planning costs calls of the fastest short allreduce", {
  allreduce <- data.table(network = "n", operation = "allreduce", procs = 4,
                          density = NA_real_, bytes = 64,
                          choice = c("ompi", "mpich"), time_us = c(7, 5),
                          reason = "")
  compared <- compare_peers(ours, rbind(peers, allreduce))
  expect_equal(compared$plan_us, rep(60, 3))
  # Each call saves 10 us, 270 us, nothing.
  expect_equal(compared$calls, c(6, 1, NA))
  expect_equal(summarise_peers(compared)$calls, c(6, NA))
  expect_true(all(is.na(compare_peers(ours, peers)$plan_us)))
})

test_that("a summary has ours thrice, the worst cell, what is missing", {
  found <- summarise_peers(compare_peers(ours, peers))
  expect_equal(found$operation, c("bcast", "scatter"))
  expect_equal(found$gain, c(2, 0.5))
  expect_equal(found$calibrated, c(2.5, 1))
  expect_equal(found$machine, c(4, 1))
  expect_equal(found$worst, c(2, 0.5))
  expect_equal(found$at_bytes, c(8, 64))
  expect_equal(found$against, c("smpi_NTSL", "scatter_mst"))
  expect_equal(found$below, c(0, 1))
  expect_equal(found$missing, c(1, 0))
  expect_equal(found$to_bound, c(2, 4))
  expect_equal(found$peer_to_bound, c(4, 2))
})

test_that("a summary of a frozen file is the same", {
  compared <- compare_peers(ours, peers)
  file <- tempfile(fileext = ".csv")
  fwrite(compared, file, quote = FALSE)
  # Whole numbers are integers then.
  found <- summarise_peers(read_frozen(file))
  for (column in c("cells", "gain", "worst", "missing", "to_bound"))
    expect_equal(found[[column]], summarise_peers(compared)[[column]])
})

test_that("vectors that ranks do not divide are apart", {
  expect_equal(is_divided(c("bcast", "scatter", "gather", "reduce_scatter",
                            "reduce_scatter"), 4, c(1, 2, 4, 4, 32)),
               c(TRUE, FALSE, TRUE, FALSE, TRUE))
  found <- summarise_undivided(compare_peers(ours, peers))
  expect_equal(found$cells, 1)
  expect_equal(found$gain, 10)
  text <- describe_peers(compare_peers(ours, peers))
  expect_length(text, 2)
  expect_match(text[2], paste("^all, 2 cells: fastest peer / ours 1.00 without",
                              "a network file, 1.58 calibrated"))
  expect_equal(describe_peers(compare_peers(ours, peers[0])),
               "no cell has a peer")
})

test_that("cells without a peer, or below their bound, are reported", {
  text <- utils::capture.output(print_peers(compare_peers(ours, peers), peers))
  expect_false(any(grepl("cells without any peer|below their bound", text)))
  expect_true(any(grepl("bcast +NA +smpi_pair +crash +1", text)))
  found <- compare_peers(ours, peers[operation == "bcast"])
  expect_equal(found$peers, c(2, 0, 0))
  expect_equal(summarise_peers(found)$operation, "bcast")
  text <- utils::capture.output(print_peers(found, peers))
  expect_true(any(grepl("cells without any peer", text)))
  wrong <- copy(ours)[1, default_us := 4.9]
  text <- utils::capture.output(print_peers(compare_peers(wrong, peers), peers))
  expect_true(any(grepl("^1 cells below their bound, first bcast of 8", text)))
})

test_that("a larger network gets the choices, and what was near the best", {
  expect_equal(near_best(peers[operation == "bcast"]),
               c(library_choices, "smpi_NTSL"))
  expect_equal(near_best(copy(peers)[1, choice := "scatter_mst"][
    operation == "bcast"]), c(library_choices, "smpi_NTSL"))
  expect_equal(near_best(copy(peers)[2, time_us := 35][operation == "bcast"]),
               c(library_choices, "smpi_NTSL"))
  expect_equal(near_best(peers[operation == "bcast"][
    choice == "smpi_NTSL", `:=`(choice = "smpi_pair", time_us = 52)]),
    c(library_choices, "smpi_pair"))
})

test_that("why a cell has no time is a few words", {
  expect_equal(short_reason(c(
    "selector of mpi_gather, which calls MPI_gatherv 'x'; accepted: y",
    "rank 0: data check: element 0 of the combination is 2",
    "ended by the cell limit of 900 s", "the launch ended with status 134")),
    c(NA, "wrong result", "time limit", "crash"))
})

test_that("folders that are not sweeps have no peers", {
  expect_equal(operation_of_folder(c("r/n/scatter_tree", "alltoallv_plain_0.05",
                                     "alltoallv_1", "reduce_scatter")),
               c("scatter", "alltoallv", "alltoallv", "reduce_scatter"))
  expect_error(read_peers(tempdir(), "none"), "no results")
  expect_error(read_ours(tempdir(), "none"), "no results")
  expect_error(read_libraries(tempdir(), "none"), "no results")
  # A folder that a sweep set aside is not a sweep.
  expect_null(read_peer_sweep(file.path(tempdir(), "n", "scatter.1")))
  expect_null(read_library_sweep(file.path(tempdir(), "n", "scatter.1")))
})

cells <- data.table(
  network = "n", operation = "bcast", procs = 4, density = NA_real_,
  bytes = rep(c(8, 64, 512), each = 3),
  algorithm = rep(c("bcast_auto", "reb", "bcast_postal"), 3),
  mode = rep(c("auto", "posted", "posted_all"), 3),
  time_us = c(10, 12, 10, 30, 20, 40, 9, 10, 12))

test_that("the regret of a cell is over the fastest of the others", {
  found <- choice_regrets(cells)
  expect_equal(found$regret, c(1, 1.5, 1))
  expect_equal(found$algorithm, c("bcast_postal", "reb", "reb"))
  expect_equal(found$time_us_best, c(10, 20, 10))
  # A missing cell is missing.
  expect_equal(choice_regrets(cells[-4])$bytes, c(8, 512))
  expect_equal(nrow(choice_regrets(cells[algorithm == "bcast_auto"])), 0)
  # Receivers pay nothing in mode synchronous.
  quick <- copy(cells)[algorithm == "reb", mode := "synchronous"]
  expect_equal(choice_regrets(quick)$algorithm, rep("bcast_postal", 3))
})

test_that("shares, means and the worst are printed", {
  expect_equal(regret_of_share(c(3, 1, 2)), 3)
  expect_equal(regret_of_share(seq(1, 2, length.out = 100)), 1 + 94 / 99)
  text <- utils::capture.output(print_choice(choice_regrets(cells)))
  expect_true("1 of 3 cells above 1.01" %in% text)
  expect_true(any(grepl(
    "^all 3 cells: geometric mean 1.1447, 95% at most 1.5000, worst 1.5000$",
    text)))
})
