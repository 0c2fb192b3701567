# analysis/tests/test-predictions.R -- predictions: how they follow from samples
# and machines, and what is committed.

frozen <- fread(file.path(root, "paper", "data", "predictions.csv"),
                colClasses = list(character = c("case", "models")))

test_that("swaps become times, rates and half of a ping-pong", {
  samples <- data.table(
    algorithm = "ls", case = "bytes=16;distance=1", bytes = 16, distance = 1,
    procs = 32, time_ns = c(100000, 120000))
  found <- predictions_of_sweep("predict_swaps", "cm5_1993", samples)
  expect_equal(found$quantity, c("swap time", "swap rate of a node",
                                 "half of a ping-pong"))
  expect_equal(found$predicted, c(110, (16 / 100 + 16 / 120) / 2, 55),
               tolerance = 1e-6)
  expect_equal(found$low, c(100, 16 / 120, 50), tolerance = 1e-6)
  expect_equal(found$high, c(120, 0.16, 60), tolerance = 1e-6)
  # A single draw has no range.
  one <- predictions_of_sweep("predict_swaps", "cm5_1992", samples[1])
  expect_true(all(is.na(one$low) & is.na(one$high)))
})

test_that("the control network takes a latency and a time per element", {
  folder <- tempfile()
  dir.create(folder)
  writeLines(c("control_network:", "  latency_us: 5", "  sum_us: 2",
               "  concatenation_us: 3"), file.path(folder, "hardware.yaml"))
  writeLines(c("active_send_us: 10", "active_receive_us: 1"),
             file.path(folder, "software.yaml"))
  rows <- predictions_of_model("m", folder)
  expect_equal(rows[quantity == "global sum" & case == "elements=4",
                    predicted], 5 + 2 * 4)
  expect_equal(rows[quantity == "concatenation" &
                      case == "elements=4;procs=32", predicted],
               5 + 3 * 4 * 32)
  expect_equal(rows[algorithm == "active_message", predicted], 22)
})

test_that("committed rows are whole, each once", {
  expect_equal(names(frozen), prediction_columns)
  expect_true(all(frozen$kind %in% prediction_kinds))
  expect_true(all(frozen$predicted > 0))
  expect_true(all(frozen$low <= frozen$predicted &
                    frozen$predicted <= frozen$high, na.rm = TRUE))
  expect_false(anyDuplicated(frozen, by = c("machine", "algorithm", "quantity",
                                            "case", "models")) > 0)
})

test_that("docs/predictions.md has the first batch", {
  lines <- readLines(file.path(root, "docs", "predictions.md"))
  expect_true(all(table_of_predictions(frozen[seq_len(496)]) %in% lines))
})
