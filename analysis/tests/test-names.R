# analysis/tests/test-names.R -- frozen and new results have the same names.

test_that("the paper's names are aliases of MPI's", {
  expect_equal(algorithm_names(c("combine_to_all_folded", "gs", "scatter", NA,
                                 "allreduce_folded")),
               c("allreduce_folded", "gs", "scatter_mst", NA,
                 "allreduce_folded"))
  expect_equal(operation_names(c("combine-to-all", "distributed_combine",
                                 "scatter", "reduce-scatter", "bcast")),
               c("allreduce", "reduce_scatter", "scatter", "reduce_scatter",
                 "bcast"))
  expect_equal(anyDuplicated(unlist(algorithm_aliases)), 0)
})

test_that("rows of old and new files join", {
  old <- with_names(data.table(algorithm = "collect_long",
                               operation = "collect"))
  expect_equal(old, with_names(data.table(algorithm = "allgather_long",
                                          operation = "allgather")))
  expect_equal(with_names(data.table(x = 1)), data.table(x = 1))
})

test_that("files that differ in names alone are the same", {
  write <- function(...) {
    file <- tempfile()
    writeLines(c(...), file)
    file
  }
  header <- "operation,procs,beta"
  frozen <- write(header, "collect,4,19/4")
  expect_true(is_same_file(frozen, write(header, "allgather,4,19/4")))
  expect_false(is_same_file(frozen, write(header, "allgather,4,9/4")))
  expect_false(is_same_file(tempfile(), frozen))
})
