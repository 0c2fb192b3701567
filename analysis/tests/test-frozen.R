# analysis/tests/test-frozen.R -- frozen results compared with the present ones:
# verdicts, the first run; and those of start skews.

rows_of <- function(id, verdict, machine = "m", found = "1.0 times") {
  data.table(id = id, paper = "p", claim = paste("claim", id),
             machine = machine, verdict = verdict, found = found,
             source = "claims.csv")
}

test_that("only verdicts that differ are listed, on the same machine", {
  frozen <- rows_of(c("1", "2", "3", "4"),
                    c("holds", "holds", "contradicts", "not run"))
  now <- rows_of(c("1", "2", "3", "4"),
                 c("holds", "contradicts", "not run", "holds"))
  found <- find_disagreements(frozen, now)
  expect_equal(found$id, "2")
  expect_equal(found[, c(frozen, rerun, claim)],
               c("holds", "contradicts", "claim 2"))
  expect_equal(nrow(find_disagreements(frozen, rows_of("2", "contradicts",
                                                       "other"))), 0)
  expect_equal(nrow(find_disagreements(frozen, frozen)), 0)
})

test_that("the reason is what differs between the two runs", {
  before <- list(processes = "32", launches = "10", processor = "A",
                 commit = "")
  now <- list(processes = "8", launches = "10", processor = "A",
              commit = "abc")
  expect_equal(reason_of_disagreement(before, now, c("holds", "contradicts")),
               "processes: 32, now 8")
  expect_match(reason_of_disagreement(before, now, c("holds within noise",
                                                     "holds")), "; noise: ")
  expect_match(reason_of_disagreement(before, before, c("holds", "no")),
               "^not known: ")
  expect_match(reason_of_disagreement(list(), list(), c("holds", "no")),
               "^not known: ")
  expect_match(reason_of_disagreement(before, now, c("holds", "no"),
                                      c("2 times", "2 times")),
               "^the same numbers: ")
})

test_that("the report shows both with the reason, or none", {
  expect_match(as.character(section_disagreements(NULL)), "None: every claim")
  none <- explain_disagreements(find_disagreements(rows_of("1", "holds"),
                                                   rows_of("1", "holds")),
                                NULL, NULL)
  expect_equal(nrow(none), 0)
  expect_true("reason" %in% names(none))
  rows <- explain_disagreements(
    find_disagreements(rows_of("1", "holds"),
                       rows_of("1", "contradicts", found = "0.8 times")),
    function(id, machine, source) list(launches = "10"),
    function(id, machine) list(launches = "3"))
  page <- as.character(section_disagreements(rows))
  for (words in c("holds (1.0 times)", "contradicts (0.8 times)",
                  "launches: 10, now 3", "claims.csv"))
    expect_match(page, words, fixed = TRUE)
})

folder <- file.path(root, "paper", "data", "first_run")
first <- read_first_run(folder)

test_that("every cell of the first run has its commit", {
  expect_false(anyNA(first$commit))
  expect_setequal(unique(first$table[first$paper == "ponnusamy1992"]),
                  c("5", "12"))
})

test_that("cells are joined by their keys", {
  now <- copy(first)[, commit := NULL]
  now[, `:=`(reproduced = 2 * reproduced, ratio = 2 * ratio,
             verdict = "beyond 50%")]
  rows <- compare_first_run(first, now, c(cm5_1992 = "a", cm5_1993 = "b",
                                          cm5_1992_fitted = "a"))
  expect_equal(nrow(rows), nrow(first))
  expect_equal(rows$reproduced, 2 * rows$first)
  expect_equal(rows[machine == "cm5_1993", unique(commit)], "b")
  sums <- summarise_first_run(rows)
  expect_equal(sums$within_25, rep(0L, nrow(sums)))
  expect_gt(sums[table == "3", first_within_25], 0)
})

test_that("a cell that did not run again has no number", {
  rows <- compare_first_run(first, first[0, !"commit"], character())
  expect_equal(nrow(rows), nrow(first))
  expect_true(all(is.na(rows$reproduced)))
})

frozen <- fread(file.path(root, "paper", "data", "skews.csv"))

test_that("the case counts that changes most", {
  samples <- data.table(
    machine = "m", algorithm = "ac",
    skew_ns = c(0, 0, 64, 64, 64, 64),
    parameters = c("bytes=8", "bytes=9", "bytes=8", "bytes=8", "bytes=9",
                   "bytes=9"),
    time_ns = c(1000, 2000, 1010, 1030, 1000, 1400))
  expect_equal(skew_effects(samples),
               data.table(machine = "m", algorithm = "ac", skew_ns = 64,
                          parameters = "bytes=9", alone_us = 2, change = -0.4,
                          spread = 0.3333))
})

test_that("docs/machines.md has the frozen effects", {
  expect_true(all(table_of_skews(frozen) %in%
                    readLines(file.path(root, "docs", "machines.md"))))
})
