# analysis/tests/test-names.R -- names of algorithms in frozen and new results,
# those that users give, and those of our functions.

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

test_that("a name is itself, or one line has those near it, or all", {
  names <- c("growth", "wang_figure7", "wang_figure8", "peers")
  expect_equal(require_name("peers", names, "--only"), "peers")
  expect_error(require_name("grwth", names, "--only"),
               "^--only 'grwth'; accepted: growth and others$")
  expect_error(require_name("wang", names, "--only"),
               "accepted: wang_figure7 wang_figure8 and others$")
  expect_error(require_name("zebra", names, "--only"),
               "accepted: growth wang_figure7 wang_figure8 peers$")
  expect_error(require_name("<b>\nx", names, "--only"), "'<b> x'; accepted")
})

test_that("no name is defined twice", {
  files <- list.files(file.path(root, "analysis", "R"), "[.]R$",
                      full.names = TRUE, recursive = TRUE)
  lines <- unlist(lapply(files, readLines))
  names <- sub(" <- .*", "", grep("^[a-zA-Z_0-9.]+ <- ", lines, value = TRUE))
  expect_gt(length(names), 100)
  expect_equal(names[duplicated(names)], character())
})
