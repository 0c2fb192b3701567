# analysis/tests/test-null_models.R -- null models that know as much as the
# simulation.

scalars <- scalars_of(
  list(node_bandwidth_mb_s = 10, node_duplex = "half", copy_ns = 40,
       indexed_copy_ns = 200, scheduling_ns = 1000,
       control_network = list(latency_us = 5, sum_us = 10,
                              concatenation_us = 6)),
  list(send_overhead_us = 10, handshake_us = 20, receive_overhead_us = 0,
       receive_latency_us = 30, posted_us = 100, active_send_us = 1,
       active_receive_us = 2, interrupt_us = 4))

cell <- function(paper, table, algorithm, quantity = "time", ...) {
  given <- list(...)
  usual <- list(paper = paper, table = table, case = "a=1",
                algorithm = algorithm, quantity = quantity, procs = 4,
                rounds = 3, degree = 2, messages = 8, bytes = 100,
                compute_ns = 5, posted = FALSE, alphas = NA_real_,
                model_us = NA_real_)
  as.data.table(modifyList(usual, given))
}
form <- function(...) closed_form_ns(cell(...), scalars)

test_that("a message takes what the machine's files add up to", {
  # 16 bytes of envelope at 100 ns.
  expect_equal(scalars$alpha, 61600)
  expect_equal(scalars$posted_alpha, 231600)
  expect_equal(scalars_of(list(node_bandwidth_mb_s = 10),
                          list(send_overhead_us = 1))$posted_alpha, 2600)
})

test_that("exchanges take their rounds, linear ones their messages", {
  one <- 61600 + 100 * 100
  expect_equal(form("ponnusamy1992", "11", "ps"), 2 * 3 * one)
  expect_equal(form("ponnusamy1992", "11", "ls"), 8 * one)
  expect_equal(form("ponnusamy1992", "5", "bex"), 2 * 3 * one + 5)
  # Half of four ranks' bytes in a step, sent and copied.
  expect_equal(form("ponnusamy1992", "5", "rex"),
               2 * 3 * (61600 + 200 * (100 + 40)) + 5)
  expect_equal(form("ponnusamy1992", "12", "gs"),
               2 * 3 * one + 2 * 2 * 100 * 200)
})

test_that("permutations take rounds, or messages without rounds", {
  # Each node's interface carries both directions.
  expect_equal(form("wang1993", "4", "rs_n", posted = TRUE),
               3 * (231600 + 2 * 100 * 100))
  expect_equal(form("wang1993", "5", "ac"), 2 * (61600 + 2 * 100 * 100))
  expect_equal(form("wang1993", "6", "drs_n") - form("wang1993", "6", "ac"),
               2 * (2 * 3000 + 4000))
  expect_equal(form("wang1993", "4", "rs_n", "build_time"),
               1000 * 3 * (4 * log(2) + 4))
  expect_equal(form("wang1993", "4", "lp", "build_time"), 1000 * 4)
})

test_that("fan-in, receiver lists and hybrids have their forms", {
  one <- 61600 + 100 * 100
  at <- function(quantity) form("wang1993", "2", "none", quantity)
  expect_equal(at("receive_time"), 2 * one)
  expect_equal(at("send_time_min"), one)
  expect_equal(at("send_time_mean"), 1.5 * one)
  expect_equal(form("wang1993", "3", "concat"), 5000 + 16 * 6000)
  expect_equal(form("wang1993", "3", "active_message"),
               5000 + 4 * 10000 + 2 * 3000)
  expect_equal(form("barnett1994", "3", "bcast_hybrid", model_us = 7), 7000)
  expect_true(is.na(form("ranka1995", "1", "lp")))
})

test_that("every table with predicted times has a closed form", {
  counted <- read_experiments(root, "nowhere")[
    kind == "simulated" & role %in% predicted_roles]
  printed <- published[counts_or_times(quantity) == "times",
                       unique(paste(paper, table))]
  expect_setequal(intersect(printed, counted[, paste(paper, table)]),
                  names(closed_forms))
})

test_that("the nearest printed neighbour is another case's", {
  near <- function(cases, printed, numbers = data.table(
    case = "none", quantity = "none", value = "1")) {
    nearest_neighbour(
      data.table(paper = "p", table = "1", case = cases, algorithm = "a",
                 quantity = "time", published = printed),
      cbind(numbers, paper = "p", table = "1", algorithm = "any"))
  }
  # Two equally near ones: their geometric mean; an end has one.
  expect_equal(near(c("n=1", "n=2", "n=4"), c("1", "5", "4")), c(5, 2, 5))
  expect_equal(near(c("n=1;d=4", "n=2;d=4", "n=1;d=16"), c("1", "5", "9")),
               c(5, 1, 1))
  expect_true(is.na(near("n=1", "1")))
  # Cases with names have the numbers that are printed of them.
  names <- c("m=x", "m=y", "m=z")
  expect_equal(near(names, c("1", "2", "3"), data.table(
    case = names, quantity = "mean_bytes", value = c("100", "10", "90"))),
    c(3, 3, 1))
})

test_that("another algorithm or quantity is no neighbour", {
  rows <- data.table(paper = "p", table = "1", case = c("n=1", "n=2"),
                     algorithm = c("a", "b"), quantity = "time",
                     published = c("1", "2"))
  expect_true(all(is.na(nearest_neighbour(rows, published))))
})

test_that("steps alone have the scalar of calibration cells", {
  rows <- data.table(
    paper = "wang1993", table = c("4", "4", "4", "5", "3"), quantity = "time",
    steps = c(2, 4, 5, 3, 1), published = c("4", "32", "1", "1", "1"),
    role = c("calibration", "input", rep("prediction", 3)))
  # Of 2 and 8 for a step; Table 5 has Table 4's, Table 3 none.
  expect_equal(steps_alone(rows), c(8, 16, 20, 12, NA))
})

test_that("facts are means over patterns of the samples of a cell", {
  rows <- published[paper == "wang1993" & table == "4" & algorithm == "rs_n"]
  samples <- data.table(
    case = rep(c("bytes=16;degree=4", "bytes=512;degree=4"), each = 2),
    algorithm = "rs_n", procs = 32L, rounds = c(4L, 6L, 4L, 6L),
    max_degree = 4L, messages = 128L, total_bytes = rep(c(2048, 65536),
                                                        each = 2),
    mode = "posted")
  facts <- cell_facts(rows, samples)
  cell <- facts[case == "bytes=16;degree=4"]
  expect_equal(cell[, c(rounds, bytes)], c(5, 16))
  expect_true(cell$posted)
  # A building time has no length of messages.
  expect_equal(facts[quantity == "build_time" & case == "degree=4", rounds], 5)
  expect_true(all(is.na(facts[case == "bytes=16;degree=31", rounds])))
})

test_that("the best null model of a table is named, and by how much", {
  times <- data.table(
    paper = "wang1993", table = rep(c("4", "5"), each = 2), published = "100",
    simulation = 100 * exp(c(0.1, -0.1, 0.4, 0.4)),
    `closed form` = 100 * exp(c(0.2, 0.2, 1, 1)),
    `nearest neighbour` = c(100, NA, 100 * exp(c(0.2, -0.2))),
    `steps alone` = NA_real_)
  nulls <- score_nulls(times)
  expect_equal(nulls[(best), model], c("closed form", "nearest neighbour"))
  expect_equal(nulls[(best), gain], c(0.5, -1))
  expect_equal(nulls[table == "4" & model == "nearest neighbour",
                     c(within_10, rms_ln)], c(0.5, NA))
  words <- describe_nulls(nulls)
  for (line in c(
    "is smaller by more than 10% in 1 of 2 tables: wang1993, Table 4 (closed",
    "is larger by more than 10% in 1 of 2 tables: wang1993, Table 5 (nearest"))
    expect_match(words, line, fixed = TRUE)
  expect_false(grepl("within", words))
  without <- score_nulls(copy(times)[table == "5", `closed form` := NA])
  expect_equal(compare_with_best(without)$table, "4")
  expect_match(describe_nulls(score_nulls(copy(times)[1, simulation := NA])),
               "larger by more than 10% in 1 of 1 tables", fixed = TRUE)
  expect_equal(compare_with_best(nulls)$null_rms, c(0.2, 0.2))
})
