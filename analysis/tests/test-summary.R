# analysis/tests/test-summary.R -- all predictions together.

cells <- data.table(paper = "p", table = "1", machine = "m",
                    case = paste0("a=", 1:6), algorithm = "x",
                    quantity = c(rep("time", 4), "rounds", "time"),
                    published = "1.0",
                    workload = "w",
                    reproduced = c(1, 1.2, 1.45, NA, 1, 9),
                    ratio = c(1, 1.2, 1.45, NA, 1, 9), seen = "looked at",
                    role = c("prediction", "surrogate", "prediction",
                             "prediction", "prediction", "calibration"))

test_that("a cell that did not run is missed, a fitted one does not count", {
  totals <- total_cells(cells, NULL)
  expect_equal(totals$number, c(4, 1))
  expect_equal(totals$within_10, c(1 / 4, 1))
  expect_equal(totals$within_25, c(2 / 4, 1))
  expect_equal(totals$within_50, c(3 / 4, 1))
  expect_equal(summarise_ledger(cells)[, .(quantities, cells, not_run)],
               data.table(quantities = c("times", "counts"), cells = c(4L, 1L),
                          not_run = 1:0))
})

test_that("what was looked at and what was not have shares apart", {
  now <- copy(cells)[2:3, seen := "looked at last"]
  before <- copy(cells)[1:3][, models := "first models"]
  last <- copy(cells)[2:3][, models := "last models"]
  totals <- total_cells(now, before, last)
  expect_equal(totals$cells, c("unseen", "looked at", "looked at",
                               "looked at last", rep("last unseen", 2)))
  expect_equal(totals$quantities, c("times", "times", "counts", "times",
                                    "times", "times"))
  expect_equal(totals$models, c("first models", rep("today's models", 3),
                                "first models", "last models"))
  expect_equal(totals$number, c(3, 2, 1, 2, 2, 2))
  expect_equal(quoted_totals(totals)[, paste(cells, quantities, models)],
               c("unseen times first models",
                 "looked at times today's models"))
  expect_equal(totals$within_10, c(1 / 3, 1 / 2, 1, 0, 0, 0))
  expect_match(describe_gain(totals), "50% with the first models. What was not")
  expect_match(describe_gain(totals), "has not gained from the changes.")
  expect_null(describe_gain(total_cells(now, before)))
  # Both models are compared on the numbers that are left.
  last[1:2, reproduced := 1]
  better <- total_cells(now, before, last)
  expect_equal(better[cells == "last unseen", within_10], c(0, 1))
  expect_match(describe_gain(better), "has gained 50 points from the changes.")
  # A machine that is shown next to another counts in none.
  shown <- rbind(now, copy(now)[, `:=`(machine = "other", role = "shown")])
  expect_equal(total_cells(shown, before, last), better,
               check.attributes = FALSE)
  expect_equal(unique(summarise_ledger(shown)$machine), c("m", "other"))
  # Nor does a second traffic.
  shown[role == "shown", `:=`(machine = "m", workload = "v")]
  expect_equal(total_cells(shown, before, last), better,
               check.attributes = FALSE)
  expect_equal(summarise_ledger(shown)[, unique(machine_and_shown(machine,
                                                                  shown))],
               c("m", "m, v"))
})

test_that("each table weighs the same, and each row of winners", {
  scores <- data.table(median_error = c(0.1, 0.3), p90_error = c(0.2, 0.4),
                       skill = c(0.9, NA), tau_b = c(1, 0), cases = c(1L, 3L),
                       right_winners = c(1, 0), chance = c(0.5, 0.1),
                       usual_winner = c(0, 1))
  means <- total_scores(scores)
  expect_equal(means$median_error, 0.2)
  expect_equal(means$skill, 0.9)
  expect_equal(means$right_winners, 0.25)
  expect_equal(means$chance, 0.2)
  expect_equal(means$usual_winner, 0.75)
  expect_true(is.na(total_scores(scores[0])$right_winners))
  # Without building, and with it if that was printed.
  expect_equal(list_winners(means, NULL)$cases, 4)
  expect_equal(list_winners(means, copy(means)[, cases := 9L])$cases,
               c(4, 9))
  expect_equal(nrow(list_winners(total_scores(scores[0]), NULL)), 0)
})

test_that("a percent sign is printed as it is", {
  expect_equal(capture.output(print_csv(data.table(a = "50% gs", b = 1))),
               c("a,b", "50% gs,1"))
})
