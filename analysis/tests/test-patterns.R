# analysis/tests/test-patterns.R -- the printed numbers of patterns.

messages <- data.table(paper = "wang1993", table = "test_set3",
                       case = "points=2800", seed = "1", procs = 4L,
                       src = c(0L, 0L, 1L), dst = c(1L, 2L, 0L),
                       bytes = c(2L, 4L, 6L))
of_one <- data.table(
  paper = "wang1993", table = "test_set3", case = "points=2800",
  algorithm = "none", unit = "",
  quantity = c("most_messages", "least_messages", "mean_messages",
               "most_units", "least_units", "mean_units", "time"),
  value = c("2", "1", "0.75", "6", "2", "5", "1"))

listed <- read_pattern_list(root)

test_that("a pattern's numbers are counted", {
  rows <- ledger_patterns(of_one, listed, messages)
  expect_equal(rows$reproduced, c(2, 0, 0.75, 6, 2, 4))
  expect_equal(rows$verdict[1], "within 5%")
  # A process that sends nothing counts.
  expect_equal(rows$verdict[2], "beyond 50%")
  # A unit is what the shortest message has; messages are scaled to the mean.
  expect_equal(rows[role != "surrogate", paste(quantity, role, verdict)],
               c("least_units exact exact", "mean_units input within 25%"))
  expect_equal(pattern_quantities$density(messages, 4), 0.25)
})

test_that("numbers are means over patterns, with the range", {
  two <- rbind(messages, copy(messages)[, `:=`(seed = "2", bytes = 2L * bytes)])
  rows <- ledger_patterns(of_one, listed, two)
  expect_equal(rows[quantity == "most_units", c(reproduced, low, high)],
               c(9, 6, 12))
})

test_that("missing patterns are not run", {
  expect_equal(unique(ledger_patterns(of_one, listed, NULL)$verdict),
               "not run")
})

test_that("the listed patterns are those with printed numbers", {
  printed <- published[quantity %in% names(pattern_quantities)]
  expect_setequal(unique(paste(listed$paper, listed$table, listed$case)),
                  unique(paste(printed$paper, printed$table, printed$case)))
})

test_that("a quantity by which a surrogate was chosen does not count", {
  rows <- ledger_patterns(published, listed, NULL)
  expect_equal(rows[role == "input", .N, keyby = quantity],
               data.table(quantity = c("density", "mean_bytes", "mean_units"),
                          N = c(5L, 5L, 3L), key = "quantity"))
  counted <- rows[paper == "wang1993" &
                    !quantity %in% c("least_units", "mean_units")]
  expect_true(all(counted$role == "surrogate"))
})

test_that("messages that are the same, or not, are said so", {
  folder <- tempfile()
  frozen <- tempfile()
  for (one in file.path(c(folder, frozen), "patterns"))
    dir.create(one, recursive = TRUE)
  name <- file.path("patterns", "messages.csv")
  fwrite(messages[, !"procs"], file.path(folder, name))
  verdict <- function() {
    verify_files(frozen, folder)[what == "patterns", verdict]
  }
  lines <- readLines(file.path(folder, name))
  writeLines(lines, file.path(frozen, name))
  expect_equal(verdict(), "the same")
  writeLines(head(lines, -1), file.path(frozen, name))
  expect_equal(verdict(), "differs")
})
