# analysis/tests/test-disagree.R -- frozen and rerun verdicts side by side.

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
