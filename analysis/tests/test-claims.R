# analysis/tests/test-claims.R -- claims and their verdicts.

experiments <- fread(file.path(root, "paper", "experiments.csv"),
                     colClasses = "character")

# Two algorithms, two lengths, two patterns: b is faster, in one pattern not.
samples <- CJ(algorithm = c("a", "b"), bytes = c(8, 64), seed = 1:2)
samples[, `:=`(procs = 4, time_ns = c(10, 12, 10, 12, 4, 5, 4, 13) * 1e6,
               messages = 2, rounds = 3, parameters = "bytes=8;delay_us=0")]

claim <- function(...) {
  c(list(id = 1, paper = "p", section = "2", claim = "words", over = "e"),
    list(...))
}

verdict_of <- function(...) {
  claim_rows(claim(...), list(m = list(e = samples)))$verdict
}

test_that("every claim is complete, unique, and about existing experiments", {
  ids <- names(claims)
  expect_false(anyDuplicated(ids) > 0)
  # 39 was no result, 53 is part of 59.
  expect_setequal(setdiff(1:82, c(39, 53)),
                  unique(as.integer(sub("[a-z]$", "", ids))))
  frozen <- sub("[.]csv$", "", list.files(file.path(root, "paper", "data")))
  for (one in claims) {
    expect_equal(sum(c("over", "test", "open") %in% names(one)), 1,
                 info = one$id)
    expect_true(all(one$over %in% c(experiments$experiment, frozen,
                                    "schedules")), info = one$id)
    for (expression in one[names(one) %in% c("holds", "where", "found")])
      expect_no_error(str2lang(expression))
  }
})

test_that("a table has a row per case and a column per variant", {
  wide <- widen(samples)
  expect_equal(wide$a, c(11, 11))
  expect_equal(wide$b, c(4.5, 8.5))
  expect_equal(widen(samples, "rounds")$a, c(3, 3))
  expect_equal(widen(samples, "spread")$a, rep(sqrt(2) / 11, 2))
  # A single pattern has no spread, and decides nothing.
  expect_true(anyNA(widen(samples[seed == 1], "spread")$a))
})

test_that("a parameter with several values distinguishes cases", {
  rows <- copy(samples)[, delay_us := fifelse(algorithm == "a", NA_real_, 0)]
  expect_equal(names(widen(rows)), c("procs", "bytes", "a", "b"))
  rows[algorithm == "b" & seed == 2, delay_us := 5]
  expect_equal(widen(rows)[bytes == 8]$delay_us, c(0, 5))
})

test_that("variants are named by their parameters", {
  rows <- data.table(algorithm = "d", improvements = c("none", "both"))
  expect_equal(name_variants(rows), c("d, none", "d, both"))
  expect_equal(name_variants(data.table(algorithm = "d", shuffle = "true")),
               "d, shuffled")
})

test_that("a claim holds for the mean over patterns, or not", {
  expect_equal(verdict_of(holds = "all(b < a)"), "holds")
  # Two patterns are no spread.
  expect_equal(verdict_of(holds = "all(b < 0.5 * a)"), "contradicts")
  expect_equal(verdict_of(holds = "all(b < 0.5 * a)", where = "bytes == 8"),
               "holds")
  expect_equal(verdict_of(holds = "all(a < b)"), "contradicts")
  expect_equal(verdict_of(holds = "all(b < a)", fitted = TRUE), "fitted, holds")
})

test_that("a verdict is undecided on the machines that the claim names", {
  one <- claim(holds = "all(a < b)", undecided = "m", why = "a price")
  rows <- claim_rows(one, list(m = list(e = samples), n = list(e = samples)))
  expect_equal(rows$verdict, c("undecided", "contradicts"))
  expect_equal(rows$why, c("a price", "a price"))
})

# The verdict on b < a; `b` has a row per data point and a column per pattern,
# all of `a` are 10.
verdict_on_points <- function(b, holds = "all(b < a)") {
  rows <- CJ(algorithm = c("a", "b"), bytes = 2^seq_len(nrow(b)),
             seed = seq_len(ncol(b)))
  rows[, `:=`(procs = 4, time_ns = 10e6, messages = 2, rounds = 3,
              parameters = "bytes=8")]
  rows[algorithm == "b", time_ns := as.vector(t(b)) * 1e6]
  claim_rows(claim(holds = holds), list(m = list(e = rows)))$verdict
}

test_that("a quarter of the data points may lie within their spread", {
  fast <- c(8, 8, 8, 8)
  close <- c(9, 9, 12, 12) # half of the patterns hold
  lucky <- c(9, 12, 12, 12) # one of them does
  points <- function(...) verdict_on_points(rbind(...))
  expect_equal(points(fast, fast, fast, fast), "holds")
  expect_equal(points(fast, fast, fast, close), "holds within noise")
  expect_equal(points(fast, fast, fast, lucky), "contradicts")
  expect_equal(points(fast, fast, close, close), "contradicts")
  expect_equal(points(fast, close), "contradicts")
  # A single data point, or a claim on all of them together.
  expect_equal(points(close), "holds within noise")
  expect_equal(points(lucky), "contradicts")
  together <- "mean(b) < 8.2"
  expect_equal(verdict_on_points(rbind(fast, c(8, 8, 9, 9)), together),
               "holds within noise")
  expect_equal(verdict_on_points(rbind(fast, c(8, 9, 9, 9)), together),
               "contradicts")
  # Of three patterns there is no spread.
  expect_equal(points(c(9, 9, 13)), "contradicts")
})

test_that("a claim on measured times must hold over resampled launches", {
  verdict <- function(b) {
    rows <- CJ(algorithm = c("a", "b"), replicate = 1:10, sample = 1:3)
    rows[, `:=`(procs = 4, bytes = 8, seed = 1, parameters = "",
                time_ns = 10e6)]
    rows[algorithm == "b", time_ns := rep(b, each = 3) * 1e6]
    claim_rows(claim(holds = "all(b < a)"), list(m = list(e = rows)))$verdict
  }
  expect_equal(verdict(rep(9, 10)), "holds")
  expect_equal(verdict(c(11, rep(9, 9))), "holds")
  expect_equal(verdict(rep(c(9, 11), 5)), "holds within noise")
  expect_equal(verdict(c(9, rep(11, 9))), "contradicts")
})

test_that("the value found is reported, and no result has no verdict", {
  row <- claim_rows(claim(holds = "TRUE", found = "sprintf('%g', max(b))"),
                     list(m = list(e = samples)))
  expect_equal(row$found, "8.5")
  expect_equal(row$machine, "m")
  expect_equal(claim_rows(claim(holds = "TRUE"), list(m = list()))$verdict,
               "not run")
  expect_equal(verdict_of(holds = "all(b < a)", where = "bytes == 9"),
               "not run")
  expect_equal(verdict_of(holds = "b[bytes == 9] < 1"), "not run")
  expect_equal(claim_rows(list(id = 1, paper = "p", section = "2", claim = "c",
                               open = "why"), list())$found, "why")
  expect_error(verdict_of(holds = "c < a"), "c")
})

test_that("what was found may be the least of nothing", {
  expect_equal(verdict_of(holds = "all(b < a)",
                          found = "sprintf('%g', min(bytes[a < 0]))"), "holds")
})

test_that("a claim along a column holds on a range", {
  along <- function(...) verdict_of(along = "bytes", ...)
  expect_equal(along(holds = "all(b < a)"), "holds")
  expect_equal(along(holds = "all(b < 5)"), "holds for bytes <= 8")
  expect_equal(along(holds = "all(b > 5)"), "holds for bytes >= 64")
  expect_equal(along(holds = "all(b > 100)"), "contradicts")
  expect_equal(range_of_holding("t", 1:4, c(FALSE, TRUE, TRUE, FALSE)),
               " for t from 2 to 3")
  # With a gap there is no range.
  expect_null(range_of_holding("t", 1:3, c(TRUE, FALSE, TRUE)))
  expect_error(verdict_of(along = "size", holds = "all(b < a)"),
               "along 'size' is no column of numbers; accepted: ")
  expect_equal(kind_of_verdict(c("holds", "holds for bytes <= 8")),
               c("holds", "holds on a range"))
})

test_that("claims are counted once, and again by what else checks them", {
  claims <- data.table(
    paper = "p", id = c("1", "2", "3", "4", "5", "5", "5", "6"),
    machine = c("m", "m", "m", "none", "m", "printed", "local", "none"),
    verdict = c("holds", "holds for d <= 4", "fitted, holds", "holds",
                "contradicts", "holds", "holds within noise", "not run"))
  expect_equal(describe_claim_counts(claims), paste(
    "6 claims: on the simulated machines 1 hold, 1 hold on a range, 1 concern",
    "fitted numbers, 1 do not; by tests of schedules and costs 1 hold; 1 not",
    "run. Some of them again: by the papers' own tables 1 hold; on this",
    "machine 1 hold within noise"))
  counts <- count_claims(claims, "paper")
  expect_equal(sum_claims(counts, "simulated"), 4)
  expect_equal(sum_claims(counts, "simulated", "holds"), 1)
  expect_equal(sum_claims(counts, "open"), 1)
  undecided <- copy(claims)[5, verdict := "undecided"]
  expect_match(describe_claim_counts(undecided), ", 1 undecided;")
  expect_error(count_claims(copy(claims)[1, verdict := "perhaps"]),
               "verdict 'perhaps'; accepted: holds, ")
  # A machine's file knows better than its name whether it is a real one.
  real <- copy(claims)[, is_measured := machine == "m"]
  expect_equal(sum_claims(count_claims(real), "measured"), 4)
  expect_equal(words_of_verdicts(claims_elsewhere(claims[3])), "1 hold")
})

test_that("sweeps that ran on one machine each are compared", {
  of <- function(time) copy(samples)[algorithm == "a"][, time_ns := time * 1e6]
  two <- claim(holds = "all(a[experiment == 'e'] < a[experiment == 'f'])")
  two$over <- c("e", "f")
  rows <- claim_rows(two, list(m = list(e = of(1)), n = list(f = of(2))))
  expect_equal(rows[, .(machine, verdict)],
               data.table(machine = "m, n", verdict = "holds"))
  # Not if a sweep has not run, or ran on both.
  expect_equal(claim_rows(two, list(m = list(e = of(1))))$verdict, "not run")
  expect_equal(claim_rows(two, list(m = list(e = of(1)), n = list(f = of(2)),
                                    o = list(f = of(2))))$verdict, "not run")
  # A machine with all of them needs no other.
  expect_equal(claim_rows(two, list(m = list(e = of(1), f = of(2)),
                                    n = list(f = of(1))))$machine, "m")
})

test_that("hybrids are named by their meshes", {
  rows <- data.table(algorithm = c("h", "h", "s"), mesh = c("4x2", "best", ""))
  expect_equal(name_variants(rows), c("h, 4x2", "h, best", "s"))
  expect_equal(name_variants(rows[2:3]), c("h", "s"))
})

test_that("an algorithm that ran in several modes is named by them", {
  rows <- data.table(algorithm = c("a", "b", "a"), mode = c("x", "x", "x+y"))
  expect_equal(name_variants(rows), c("a, x", "b", "a, x+y"))
  expect_equal(name_variants(rows[1:2]), c("a", "b"))
})
