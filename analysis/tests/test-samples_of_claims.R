# analysis/tests/test-samples_of_claims.R -- printed tables and schedules in the
# form of samples, for claims.

printed_rows <- function() {
  published <- data.table(
    paper = "p", table = "4",
    case = c("bytes=16;degree=4", "bytes=32;degree=4", "degree=4",
             "bytes=16;degree=4"),
    algorithm = c("gs", "gs", "gs", "ac"),
    quantity = c("time", "time", "build_time", "time"), unit = "ms",
    value = c("1", "2", "0.5", "1.2"))
  published
}

test_that("printed numbers are samples, with the numbers next to them", {
  samples <- samples_of_table(printed_rows())
  expect_equal(samples[algorithm == "gs", time_ns], c(1e6, 2e6))
  expect_equal(samples$build_ns, c(5e5, 5e5, 0))
  expect_equal(samples$bytes, c(16, 32, 16))
})

test_that("a claim is checked against the paper's own table", {
  experiments <- data.table(paper = "p", table = "4",
                            experiment = c("one", "two"), case = "")
  samples <- list(printed = printed_samples(experiments, printed_rows()))
  claim <- list(id = 1, paper = "p", section = "1", claim = "gs is best",
                over = c("one", "two"), measure = "once", where = "bytes == 16",
                holds = "all(gs < ac)", found = "sprintf('%.1f', gs)")
  judged <- judge_claims(list(claim), samples)
  expect_equal(judged[, c(machine, verdict, found)],
               c("printed", "contradicts", "1.5"))
})

# Four ranks, one per quarter: every exchange crosses the root.
four <- data.table(round = c(1, 1, 1, 1, 2, 2), src = c(0, 1, 2, 3, 0, 2),
                   dst = c(1, 0, 3, 2, 2, 0), bytes = 1)

test_that("an exchange is counted once, and only across quarters", {
  expect_equal(count_crossings(four, 4), c(2, 1))
  expect_equal(count_crossings(four, 16), c(0, 0))
})

test_that("the min and max per round are found", {
  found <- crossing_samples(list("4" = list(pex = four, bex = four)))
  expect_equal(found[algorithm == "least", crossings], 1)
  expect_equal(found[algorithm == "most", crossings], 2)
  expect_null(crossing_samples(list("4" = list(pex = four))))
})
