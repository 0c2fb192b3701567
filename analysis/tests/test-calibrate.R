# Samples of a machine whose numbers are known.
lengths <- c(0, 8 * 4^(0:9), 4194304)
streams <- c(8, 64)
steps <- c(rbind(2^(9:18) - 96, 2^(9:18) + 64))

known <- function(launches = 7, noise = 0.02, alpha_ns = 1500, beta_ns = 0.25,
                  gamma_ns = 0.1, call_ns = 30, excess = 3,
                  pairs = c(1, 2, 4, 8), busy_ns = c(400, 600), two_way = 1.1,
                  eager = 4000, step = 1.8, node_ranks = 1,
                  inside = c(800, 0.05), sharing = 4) {
  of <- function(launch, quantity, bytes, pairs, time_ns, messages = 1) {
    luck <- exp(rnorm(1, 0, noise / 2)) # of a launch, common to its samples
    CJ(launch = launch, library = "none", quantity = quantity, sample = 1:9,
       at = seq_along(time_ns))[, .(
         launch, library, quantity, bytes = rep_len(bytes, length(time_ns))[at],
         pairs = rep_len(pairs, length(time_ns))[at],
         messages = rep_len(messages, length(time_ns))[at], sample,
         time_ns = time_ns[at] * luck * exp(rnorm(.N, 0, noise)))]
  }
  rbindlist(lapply(seq_len(launches), function(launch) {
    message_ns <- alpha_ns + beta_ns * lengths
    rbind(of(launch, "message", lengths, 1, message_ns),
          of(launch, "combine", lengths[-1], 0,
             call_ns + gamma_ns * lengths[-1]),
          of(launch, "link", 4194304, pairs,
             message_ns[12] * pmax(1, pairs / excess)),
          of(launch, "both", 4194304, 1, message_ns[12] * two_way),
          of(launch, "send", 8, 1, 30 + streams * busy_ns[1], streams),
          of(launch, "stream", 8, 1, alpha_ns + streams * busy_ns[2], streams),
          of(launch, "step", steps, 1, (alpha_ns + beta_ns * steps) *
               ifelse(steps > eager, step, 1)),
          if (node_ranks > 1)
            rbind(of(launch, "inside", lengths, 1,
                     inside[1] + inside[2] * lengths),
                  of(launch, "adapter", 4194304, node_ranks,
                     message_ns[12] * sharing)))
  }))
}

number <- function(fit, wanted) fit$numbers[key == wanted]

test_that("a line is fitted: alpha from short messages, beta from long ones", {
  close <- 1e-5
  expect_equal(fit_line(lengths, 1500 + 0.25 * lengths), c(1500, 0.25),
               tolerance = close)
  expect_equal(fit_line(lengths, 0 * lengths), c(0, 0))
  expect_equal(fit_line(lengths[-1], 0.1 * lengths[-1])[2], 0.1,
               tolerance = close)
  # The same relative error everywhere changes both numbers.
  expect_equal(fit_line(lengths, 1.1 * (1500 + 0.25 * lengths)),
               1.1 * c(1500, 0.25), tolerance = close)
  # Errors of long messages do not change alpha.
  bent <- 1500 + 0.25 * lengths * ifelse(lengths > 1e5, 1.2, 1)
  expect_equal(fit_line(lengths, bent)[1], 1500, tolerance = 0.05)
  # Twice as long weighs the same as half as long.
  wave <- rep_len(c(1, 1, 2, 0.5), length(lengths))
  expect_equal(fit_line(lengths, wave * (1500 + 0.25 * lengths)),
               c(1500, 0.25), tolerance = 0.25)
})

test_that("known numbers are found, exactly without noise", {
  fit <- fit_calibration(known(launches = 1, noise = 0))
  expect_equal(fit$numbers$estimate,
               c(1.5, 0.25, 0.1, 3, 1.1, 1.1, 0.9, 4000, 2.072),
               tolerance = 1e-5)
  expect_equal(fit$numbers$low, fit$numbers$high)
  expect_equal(fit$combine_ns, 30, tolerance = 1e-4)
  expect_true(all(abs(fit$by_length$residual) < 1e-5))
  expect_true(all(abs(fit$by_pairs$residual) < 1e-5))
})

test_that("intervals have their nominal coverage", {
  set.seed(1)
  holds <- function(one, truth) one$low <= truth & truth <= one$high
  hits <- replicate(500, holds(estimate(rnorm(7)), 0))
  expect_gt(mean(hits), 0.93)
  expect_lt(mean(hits), 0.98) # nor so wide that they say nothing
  # Also through the fit: each number in most of 10.
  hits <- replicate(10, holds(fit_calibration(known())$numbers,
                              c(1.5, 0.25, 0.1, 3, 1.1, 1.1, 0.9, 4000, 2.072)))
  expect_true(all(rowSums(hits) >= 8))
})

test_that("levels are found on nodes of several ranks, and only there", {
  levels <- c("inside_alpha_us", "inside_beta_ns", "node_ranks",
              "adapter_ranks")
  fit <- fit_calibration(known(1, 0, node_ranks = 6))
  expect_equal(fit$numbers[key %in% levels, estimate], c(0.8, 0.05, 6, 4),
               tolerance = 1e-5)
  expect_equal(tail(fit$numbers$key, 4), levels)
  expect_true(all(abs(fit$by_length$residual) < 1e-5))
  expect_match(describe_calibration(fit), "within a node  ", all = FALSE)
  fit <- fit_calibration(known(1, 0))
  expect_false(any(levels %in% fit$numbers$key))
  expect_false(any(grepl("within a node", describe_calibration(fit))))
  # At least one rank has an adapter, at most all share it.
  sharing <- function(times, ...) {
    number(fit_calibration(known(sharing = times, node_ranks = 6, ...)),
           "adapter_ranks")[, c(estimate, low, high)]
  }
  expect_equal(sharing(0.3, 1, 0), c(1, 1, 1))
  expect_equal(sharing(2.6, 1, 0), c(3, 3, 3))
  expect_equal(sharing(7.4, 1, 0), c(6, 6, 6))
  set.seed(9)
  expect_equal(sharing(1, noise = 0.1)[1], 1)
})

test_that("times within a node without a line are refused", {
  samples <- known(1, 0, node_ranks = 2, inside = c(900, 0))
  expect_equal(calibration_problem(fit_calibration(samples)),
               paste("a message within a node of 0 bytes took 900 ns, one of",
                     "4194304 bytes 900: no line"))
  # A file has both quantities of levels, or none.
  file <- tempfile(fileext = ".csv")
  fwrite(samples[quantity != "adapter"], file)
  expect_error(read_calibration(file), "send, stream, step, inside, adapter")
  fwrite(samples, file)
  expect_equal(nrow(read_calibration(file)), nrow(samples))
})

test_that("the excess is the one nearest to all slowdowns", {
  pairs <- c(1, 2, 4, 8, 16)
  for (e in c(1, 1.3, 2, 5, 9.43, 16))
    expect_equal(fit_excess(pairs, pmax(1, pairs / e)), e)
  # Compared with an exhaustive search.
  set.seed(2)
  grid <- exp(seq(0, log(16), length.out = 2001))
  model <- outer(pairs, grid, function(k, e) log(pmax(1, k / e)))
  for (i in 1:20) {
    slowdown <- exp(abs(rnorm(5, 0.5, 0.5)))
    slowdown[1] <- 1
    errors <- colSums((log(slowdown) - model)^2)
    expect_equal(fit_excess(pairs, slowdown), grid[which.min(errors)],
                 tolerance = 2e-3)
  }
  # Worse than sharing: no excess at all.
  expect_equal(fit_excess(pairs, pairs^1.2), 1)
})

test_that("an excess without slowdown is at least the number of pairs", {
  set.seed(3)
  for (pairs in list(1, c(1, 2, 4))) {
    fit <- fit_calibration(known(excess = 50, pairs = pairs))
    expect_equal(number(fit, "link_excess")$estimate, max(pairs))
    expect_equal(number(fit, "link_excess")$high, Inf)
    expect_match(describe_calibration(fit), "not identified", all = FALSE)
  }
  # In some launches, not in others.
  samples <- known(excess = 50)
  samples[quantity == "link" & pairs == 8 & launch > 3, time_ns := 2 * time_ns]
  fit <- fit_calibration(samples)
  expect_lt(number(fit, "link_excess")$low, 5)
  expect_equal(number(fit, "link_excess")$high, Inf)
  expect_match(describe_calibration(fit), "differs by launch", all = FALSE)
  fit <- fit_calibration(known(excess = 2))
  expect_lt(number(fit, "link_excess")$high, 3)
  expect_false(any(grepl("not identified", describe_calibration(fit))))
})

test_that("eager sends end before a step, if one is certain", {
  set.seed(7)
  for (limit in c(512, 4096, 262144)) {
    found <- number(fit_calibration(known(eager = limit - 64)), "eager_bytes")
    expect_equal(unlist(found[, .(estimate, low, high)], use.names = FALSE),
                 rep(limit - 96, 3))
  }
  fit <- fit_calibration(known(step = 1))
  expect_equal(number(fit, "eager_bytes")$high, 0)
  expect_equal(number(fit, "rendezvous_us")$high, 0)
  # Noise makes no step.
  expect_equal(number(fit_calibration(known(step = 1.1, noise = 0.3)),
                      "eager_bytes")$estimate, 0)
})

test_that("duplex is half only if that is certain", {
  set.seed(8)
  says <- function(...) describe_calibration(fit_calibration(known(...)))
  expect_match(says(two_way = 2), "2.0. times as long: half", all = FALSE)
  expect_match(says(two_way = 1), "1.0. times as long: full", all = FALSE)
  samples <- known(two_way = 1)
  samples[quantity == "both" & launch > 2, time_ns := 3 * time_ns]
  expect_match(describe_calibration(fit_calibration(samples)), "full duplex",
               all = FALSE)
})

test_that("an end is free for alpha without its gap, from 0 to all of it", {
  free <- function(...) fit_calibration(known(1, 0, ...))$numbers[
    key %in% c("sender_free_us", "receiver_free_us"), estimate]
  expect_equal(free(busy_ns = c(500, 1500)), c(1, 0), tolerance = 1e-5)
  expect_equal(free(busy_ns = c(0, 9000)), c(1.5, 0), tolerance = 1e-5)
})

test_that("a step of the message library shows in the residuals", {
  set.seed(4)
  samples <- known(noise = 0.001)
  samples[quantity == "message" & bytes == 8192, time_ns := 2 * time_ns]
  fit <- fit_calibration(samples)
  worst <- fit$by_length[which.max(abs(residual))]
  expect_equal(worst$bytes, 8192)
  expect_gt(worst$residual, 0.5)
  expect_match(describe_calibration(fit), "at\n8192 bytes.", fixed = TRUE,
               all = FALSE)
  samples <- known(1, 0, node_ranks = 2)
  samples[quantity == "inside" & bytes == 8192, time_ns := 2 * time_ns]
  expect_match(describe_calibration(fit_calibration(samples)),
               "at\n8192 bytes within a node.", fixed = TRUE, all = FALSE)
})

test_that("a disturbed machine is reported", {
  set.seed(6)
  samples <- known()
  expect_false(any(grepl("Measure again", describe_calibration(
    fit_calibration(samples)))))
  samples[quantity == "message" & bytes == 32768 & sample %% 2 == 0,
          time_ns := 3 * time_ns]
  expect_match(describe_calibration(fit_calibration(samples)),
               "samples of 32768 bytes \\(message\\)", all = FALSE)
})

test_that("few launches have no 95% interval, and a note", {
  set.seed(5)
  fit <- fit_calibration(known(launches = 3))
  expect_match(describe_calibration(fit), "3 launches make no 95%", all = FALSE)
})

test_that("times without a line are refused, and a file with other columns", {
  samples <- known(launches = 1, noise = 0)
  expect_null(calibration_problem(fit_calibration(samples)))
  samples[quantity == "message", time_ns := 2e6 - 0.2 * bytes]
  expect_match(calibration_problem(fit_calibration(samples)), "no line")
  file <- tempfile(fileext = ".csv")
  fwrite(samples, file)
  expect_equal(read_calibration(file)[, mget(calibration_columns)],
               samples[, mget(calibration_columns)], check.attributes = FALSE)
  fwrite(samples[quantity != "link"], file)
  expect_error(read_calibration(file), "message, combine, link, both, send")
  fwrite(samples[, !"pairs"], file)
  expect_error(read_calibration(file), "accepted: launch,library,quantity")
})
