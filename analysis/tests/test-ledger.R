# analysis/tests/test-ledger.R -- the ledger's rows and roles.

errata <- read_named(file.path(root, "analysis", "errata.csv"),
                     colClasses = "character")
outliers <- read_named(file.path(root, "analysis", "outliers.csv"),
                       colClasses = "character")
table11 <- published[paper == "ponnusamy1992" & table == "11"]

# Samples that give exactly the published times, one pattern per cell.
perfect <- published[table == "11", .(
  algorithm, case, seed = 1L, replicate = 1L, parameters = "",
  workload = "random",
  max_degree = 10L, messages = 1L, total_bytes = 256,
  time_ns = as.numeric(value) * 1e6)]

test_that("Table 11 has its 32 cells, as printed", {
  expect_equal(published[table == "11", .N], 32)
  # The printed sums of rows, computed independently of the file.
  expect_equal(published[table == "11", sum(as.numeric(value)),
                         by = algorithm]$V1,
               c(221.899, 46.297, 45.415, 46.573))
  expect_equal(published[table == "11" & algorithm == "ps", value][6], "8.360")
})

test_that("perfect times are within 5%, missing ones not run", {
  ledger <- ledger_times(table11, list(samples = perfect),
                           no_declarations, "m")
  expect_equal(names(ledger), ledger_columns)
  expect_equal(unique(ledger$verdict), "within 5%")
  expect_equal(unique(ledger$role), "prediction")
  without <- ledger_times(table11, NULL, no_declarations, "m")
  expect_equal(unique(without$verdict), "not run")
  expect_true(all(is.na(without$reproduced)))
  part <- ledger_times(table11,
                         list(samples = perfect[algorithm != "gs"]),
                         no_declarations, "m")
  expect_equal(part[verdict == "not run", unique(algorithm)], "gs")
})

test_that("a fitted cell is calibration and does not count", {
  fitted <- data.table(
    how = "fitted", cell = "ponnusamy1992 11 bytes=256;density=0.75 ps time")
  ledger <- ledger_times(table11, list(samples = perfect), fitted,
                           "m")
  expect_equal(ledger[role == "calibration", .N], 1)
  expect_equal(summarise_ledger(ledger)$cells, 31)
})

test_that("the cells that machines declare exist", {
  known <- published[, paste(paper, table, case, algorithm, quantity)]
  for (kind in c("hardware", "software")) {
    files <- list.files(file.path(root, "configs", "machines", kind),
                        full.names = TRUE)
    for (file in files) {
      folder <- tempfile()
      dir.create(folder)
      file.copy(file, file.path(folder, paste0(kind, ".yaml")))
      declared <- read_declarations(folder)
      expect_true(all(declared$cell %in% known), info = file)
    }
  }
})

test_that("a cell that a constant was taken from does not count", {
  taken <- data.table(
    how = "inputs", cell = "ponnusamy1992 11 bytes=256;density=0.75 ps time")
  ledger <- ledger_times(table11, list(samples = perfect), taken, "m")
  expect_equal(ledger[role == "input", .N], 1)
  expect_equal(summarise_ledger(ledger)$cells, 31)
})

test_that("several sweeps of one table are read as one", {
  expect_null(put_together(list(NULL, NULL), c("", "a=1")))
  together <- put_together(list(list(samples = perfect), NULL,
                                list(samples = perfect)), c("", "b=2", "a=1"))
  expect_equal(nrow(together$samples), 2 * nrow(perfect))
  expect_equal(together$samples[case == "a=1", .N], nrow(perfect))
})

test_that("a schedule is printed as the paper prints it", {
  schedule <- data.table(round = c(1, 1, 2), src = c(1, 0, 4),
                         dst = c(0, 1, 2), bytes = 1)
  expect_equal(schedule_entries(schedule)$text, c("0 <-> 1", "4 -> 2"))
})

test_that("a wrong entry contradicts, and only the erratum has a note", {
  schedule <- data.table(round = c(1, 1), src = c(0, 1), dst = c(1, 0),
                         bytes = 1)
  ledger <- ledger_schedule(copy(published), "10", schedule, errata)
  expect_equal(ledger$verdict, c("exact", rep("contradicts", 19)))
  expect_equal(ledger[note != "", case], "entry=3;round=5")
})

test_that("costs of strategies are compared with Table 2", {
  costs <- data.table(mesh = c("30", "3x10"), strategy = c("SC", "SMC"),
                      alpha = c(34, 8), beta = c("29/15", "16/3"))
  ledger <- ledger_strategies(published, costs, errata)
  expect_equal(nrow(ledger), 36)
  expect_equal(ledger[verdict == "exact", reproduced], c("34", "58"))
  expect_equal(ledger[verdict == "contradicts", published], c("16", "240"))
  expect_true(all(ledger[verdict == "contradicts", note] != ""))
  expect_equal(ledger[verdict == "not run", .N], 32)
  without <- ledger_strategies(published, NULL, errata)
  expect_equal(unique(without$verdict), "not run")
})

test_that("an algorithm that a paper does not describe has no verdict", {
  table3 <- published[paper == "barnett1994" & table == "3"]
  ledger <- ledger_times(table3, NULL, no_declarations, "m")
  expect_equal(ledger[, .N, by = role]$N, c(9, 9))
  expect_equal(ledger[algorithm == "nx", unique(verdict)], "none")
  beyond <- ledger_times(table3, NULL, no_declarations, "m", "beyond")
  expect_equal(unique(beyond$role), "beyond")
  expect_equal(summarise_ledger(rbind(ledger, beyond))$cells, 9)
})

test_that("errata quote the printed cells", {
  for (quoted in list(errata[quantity != "text"], outliers)) {
    cells <- published[quoted, on = .(paper, table, case, algorithm, quantity)]
    expect_equal(cells$value, cells$printed)
  }
})

test_that("cells off the trend of their size are outliers, no errata", {
  times <- published[quantity == "time" &
                       grepl("wang1993 [456]|ponnusamy1992 5",
                                               paste(paper, table))]
  times <- cbind(times, split_pairs(times$case))
  times[, `:=`(size = fcoalesce(as.numeric(bytes), as.numeric(side)^2),
               value = as.numeric(value))]
  setorder(times, size)
  # Linear through the two smaller sizes.
  times[, expected := {
    slope <- (shift(value) - shift(value, 2)) / (shift(size) - shift(size, 2))
    shift(value) + pmax(0, slope) * (size - shift(size))
  }, by = .(paper, table, algorithm, degree, points, procs)]
  far <- times[pmax(value / expected, expected / value) > 1.5]
  expect_equal(nrow(far), 17)
  expect_true(all(far[, paste(paper, table, case, algorithm)] %in%
                    outliers[, paste(paper, table, case, algorithm)]))
  expect_equal(nrow(outliers), nrow(far))
  expect_equal(nrow(outliers[errata, on = .(paper, table, case, algorithm),
                             nomatch = NULL]), 0)
})

test_that("a cell that is far off has the first matching reason", {
  ledger <- ledger_times(table11, list(samples = perfect), no_declarations, "m")
  ledger[algorithm == "ls", verdict := "beyond 50%"]
  misses <- data.table(paper = "ponnusamy1992", table = "11",
                       pair = c("bytes=256", ""), algorithm = "ls",
                       quantity = c("", "time"), known_by = "guess",
                       why = c("short", "long"))
  note_misses(ledger, misses)
  noted <- function(bytes) {
    ledger[grepl(bytes, case) & algorithm == "ls", unique(note)]
  }
  expect_equal(noted("bytes=256"), "guess: short")
  expect_equal(noted("bytes=512"), "guess: long")
  expect_true(all(ledger[algorithm != "ls", note] == ""))
})

test_that("a published number without an experiment is a missing row", {
  ledger <- ledger_times(table11, list(samples = perfect), no_declarations, "m")
  missing <- ledger_missing(published, ledger)
  expect_equal(nrow(missing), published[
    !(paper == "ponnusamy1992" & table == "11" & quantity == "time"), .N])
  expect_equal(unique(missing[quantity != "ratio", verdict]), "not run")
  # NX is not described, so neither is a multiple of its time.
  expect_equal(unique(missing[quantity == "ratio", paste(role, verdict)]),
               "undescribed none")
  expect_equal(nrow(ledger_missing(table11, ledger)), 0)
})
