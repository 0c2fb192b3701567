# analysis/tests/test-require_name.R -- names that a user gives.

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
