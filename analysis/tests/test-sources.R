# analysis/tests/test-sources.R -- all sources share one environment.

test_that("no name is defined twice", {
  files <- list.files(file.path(root, "analysis", "R"), "[.]R$",
                      full.names = TRUE, recursive = TRUE)
  lines <- unlist(lapply(files, readLines))
  names <- sub(" <- .*", "", grep("^[a-zA-Z_0-9.]+ <- ", lines, value = TRUE))
  expect_gt(length(names), 100)
  expect_equal(names[duplicated(names)], character())
})
