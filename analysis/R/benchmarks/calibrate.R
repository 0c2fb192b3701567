# analysis/R/benchmarks/calibrate.R -- a machine's alpha, beta, gamma and link
# excess from the samples of `quadrille calibrate`; see docs/calibrating.md.
#
#   T = alpha + beta n     a message of n bytes          quantity `message`
#   c + gamma n            combining n bytes with n      quantity `combine`
#   max(1, k / e)          times as long, if k messages cross the same cut at
#                          the same time                 quantity `link`
#   duplex                 times as long, if both ranks of a pair send `both`
#   o                      a sender's time for one more message        `send`
#   max(o / k, o_r)        one more message's time until it is received, from k
#                          senders                                   `stream`
#   eager                  where a longer message takes a step         `step`
#
# and on nodes of several ranks, where alpha and beta are those between nodes:
#
#   inside_alpha + inside_beta n   a message within a node           `inside`
#   adapter_ranks          times as long, if all ranks of a node send to another
#                          at the same time                         `adapter`

calibration_columns <- c("launch", "library", "quantity", "bytes", "pairs",
                         "messages", "sample", "time_ns")
# A time is a share of a sample, with decimals; combining may cost nothing.
calibration_quantities <- c("message", "combine", "link", "both", "send",
                            "stream", "step")
level_quantities <- c("inside", "adapter")
calibration_values <- c(launch = "whole", bytes = "whole", pairs = "whole",
                        messages = "whole", sample = "positive",
                        time_ns = "duration")
# Below this slowdown, messages do not slow each other down.
min_slowdown <- 1.05
# If at least this slowdown is certain, a pair that sends both ways shares its
# bandwidth; also in calibrated_machine.c.
half_duplex <- 1.25
# If at least this slowdown by 160 bytes is certain, they are a step.
min_step <- 1.25
# Up to this residual, a line fits.
small_residual <- 0.05
# Above this ratio of quartiles, the machine was disturbed.
disturbed_spread <- 1.5

read_calibration <- function(file) {
  raw <- reading(file, fread(file, colClasses = "character",
                             na.strings = NULL))
  if (!identical(names(raw), calibration_columns))
    refuse(file, ": columns are ", paste(names(raw), collapse = ","),
           "; accepted: ", paste(calibration_columns, collapse = ","))
  check_columns(raw, calibration_values, file)
  wanted <- c(calibration_quantities,
              if (any(level_quantities %in% raw$quantity)) level_quantities)
  if (!setequal(wanted, raw$quantity))
    refuse(file, ": accepted: samples of each of ",
           paste(wanted, collapse = ", "))
  numbers <- names(calibration_values)
  raw[, (numbers) := lapply(.SD, as.numeric), .SDcols = numbers][]
}

# The line through times of several lengths, by least squares of their
# logarithms, so that a median that is 10% off counts the same at every length:
# short messages determine the intercept, long ones the slope. Both are above 0,
# or 0 where no time passes, as on a simulated processor.
fit_line <- function(bytes, time_ns) {
  if (all(time_ns == 0))
    return(c(0, 0))
  good <- time_ns > 0
  bytes <- bytes[good]
  time_ns <- time_ns[good]
  error <- function(logarithms) {
    sum((log(time_ns) - log(exp(logarithms[1]) + exp(logarithms[2]) * bytes))^2)
  }
  # Start at the line with the smallest relative errors, which is a linear
  # problem.
  start <- qr.solve(cbind(1, bytes) / time_ns, rep(1, length(bytes)))
  smallest <- c(1e-3 * min(time_ns), 1e-3 * max(time_ns) / max(bytes))
  unname(exp(stats::nlminb(log(pmax(start, smallest)), error)$par))
}

# The e from 1 to the max number of pairs with max(1, pairs / e) nearest to the
# slowdowns, by least squares of their logarithms. Between two numbers of pairs
# the best e has a closed form, as all larger numbers follow pairs / e.
fit_excess <- function(pairs, slowdown) {
  error <- function(e) {
    sum((log(slowdown) - log(pmax(1, pairs / e)))^2)
  }
  knots <- sort(unique(c(1, pairs)))
  inner <- vapply(knots[-length(knots)], function(knot) {
    above <- pairs > knot
    exp(mean(log(pairs[above]) - log(slowdown[above])))
  }, 0)
  inner <- pmin(pmax(inner, knots[-length(knots)]), knots[-1])
  candidates <- c(knots, inner)
  candidates[which.min(vapply(candidates, error, 0))]
}

# The messages of `what` with their slowdown: how many times as long they take
# as one that meets no other, in the same launch and length.
slowdowns <- function(medians, what) {
  alone <- medians[quantity == "link" & pairs == 1]
  medians[quantity == what][alone, on = c("launch", "bytes"),
                            slowdown := time_ns / i.time_ns][]
}

# Their mean, by launch.
slowdown_of <- function(messages) {
  messages[, exp(mean(log(slowdown))), keyby = launch]$V1
}

# The excess. If even the max number of pairs causes no slowdown it is at least
# their number; if the slowdown differs by launch, it has no upper end.
estimate_excess <- function(links) {
  max_pairs <- max(links$pairs)
  worst <- estimate(slowdown_of(links[pairs == max_pairs]))
  if (max_pairs == 1 || worst$high <= min_slowdown)
    return(list(estimate = max_pairs, low = max_pairs, high = Inf))
  excess <- estimate(links[, .(e = fit_excess(pairs, slowdown)),
                           keyby = launch]$e)
  if (worst$low <= min_slowdown)
    excess$high <- Inf
  excess
}

# How many of a node's ranks share its bandwidth to others.
adapter_ranks <- function(medians, node_ranks) {
  lapply(estimate(slowdown_of(slowdowns(medians, "adapter"))),
         function(slowdown) min(max(round(slowdown), 1), node_ranks))
}

# The numbers of nodes with several ranks; NULL without them.
level_numbers <- function(lines, medians) {
  node_ranks <- medians[quantity == "adapter", pairs][1]
  if (is.na(node_ranks))
    return(NULL)
  list(inside_alpha_us = estimate(lines["inside", start_ns / 1000]),
       inside_beta_ns = estimate(lines["inside", slope_ns]),
       node_ranks = estimate(node_ranks),
       adapter_ranks = adapter_ranks(medians, node_ranks))
}

# The time of one more message of a stream, from the longest and the shortest.
message_gap <- function(medians, what) {
  medians[quantity == what, {
    ends <- range(messages)
    .(gap_ns = (time_ns[messages == ends[2]] - time_ns[messages == ends[1]]) /
        diff(ends) / pairs[1])
  }, keyby = launch]
}

# For how much of alpha an end is free, by launch.
free_us <- function(lines, medians, what) {
  start <- lines[quantity == "message", .(launch, start_ns)]
  gaps <- message_gap(medians, what)[start, on = "launch"]
  gaps[, pmin(pmax(start_ns - gap_ns, 0), start_ns) / 1000]
}

# The length below the largest step of a round trip, where libraries change
# from eager sends to a rendezvous, and how much more the longer message takes;
# 0 if no step is certain. The interval of the length is the range of the
# launches' own largest steps.
eager_step <- function(medians) {
  steps <- medians[quantity == "step"][order(bytes), .(
    below = bytes[c(TRUE, FALSE)],
    step = time_ns[c(FALSE, TRUE)] / time_ns[c(TRUE, FALSE)],
    more_us = (time_ns[c(FALSE, TRUE)] - time_ns[c(TRUE, FALSE)]) / 1000),
    by = launch]
  largest <- steps[, estimate(step), keyby = below][which.max(estimate)]
  if (largest$low < min_step) {
    none <- list(estimate = 0, low = 0, high = 0)
    return(list(eager_bytes = none, rendezvous_us = none))
  }
  of_launches <- steps[, below[which.max(step)], by = launch]$V1
  list(eager_bytes = list(estimate = largest$below,
                          low = min(of_launches, largest$below),
                          high = max(of_launches, largest$below)),
       rendezvous_us = estimate(steps[below == largest$below, more_us]))
}

# The item with the largest spread: upper quartile divided by lower.
widest_spread <- function(samples) {
  spreads <- samples[quantity %in% c("message", "combine", "link",
                                     level_quantities),
                     .(spread = quantile(time_ns, 0.75, names = FALSE) /
                           quantile(time_ns, 0.25, names = FALSE)),
                     keyby = .(quantity, bytes, pairs)]
  spreads[which.max(spread)]
}

# The numbers in the units of a machine's file, and the residual at each
# length and number of pairs.
fit_calibration <- function(samples) {
  medians <- samples[, .(time_ns = median(time_ns)),
                     keyby = .(launch, quantity, bytes, pairs, messages)]
  lines <- medians[quantity %in% c("message", "combine", "inside"),
                   as.list(setNames(fit_line(bytes, time_ns),
                                    c("start_ns", "slope_ns"))),
                   keyby = .(quantity, launch)]
  links <- slowdowns(medians, "link")
  numbers <- rbindlist(c(list(
    alpha_us = estimate(lines["message", start_ns / 1000]),
    beta_ns = estimate(lines["message", slope_ns]),
    gamma_ns = estimate(lines["combine", slope_ns]),
    link_excess = estimate_excess(links),
    two_way = estimate(slowdown_of(slowdowns(medians, "both"))),
    sender_free_us = estimate(free_us(lines, medians, "send")),
    receiver_free_us = estimate(free_us(lines, medians, "stream"))),
    eager_step(medians), level_numbers(lines, medians)), idcol = "key")
  model <- setNames(numbers$estimate, numbers$key)
  combine_ns <- estimate(lines["combine", start_ns])$estimate
  by_length <- medians[quantity %in% c("message", "combine", "inside"),
                       .(time_ns = median(time_ns)),
                       keyby = .(quantity, bytes)]
  models <- data.table(
    quantity = c("message", "combine", "inside"),
    start_ns = c(model["alpha_us"] * 1000, combine_ns,
                 model["inside_alpha_us"] * 1000),
    slope_ns = model[c("beta_ns", "gamma_ns", "inside_beta_ns")])
  by_length[models, on = "quantity", model_ns := start_ns + slope_ns * bytes]
  by_length[, residual := ifelse(model_ns == 0, 0, time_ns / model_ns - 1)]
  by_pairs <- links[, .(slowdown = median(slowdown)), keyby = .(bytes, pairs)]
  by_pairs[, model := pmax(1, pairs / model[["link_excess"]])]
  by_pairs[, residual := slowdown / model - 1]
  list(numbers = numbers, by_length = by_length, by_pairs = by_pairs,
       spread = widest_spread(samples),
       launches = uniqueN(samples$launch), combine_ns = combine_ns)
}

# Words for where messages of a quantity go.
level_words <- function(quantity) {
  if (quantity == "inside") " within a node" else ""
}

# The reason why the numbers describe no machine, or NULL.
calibration_problem <- function(fit) {
  ends <- fit$by_length[quantity != "combine", .(
    bytes = range(bytes), time_ns = time_ns[c(1, .N)]), by = quantity]
  bad <- ends[, if (time_ns[1] <= 0 || time_ns[2] <= time_ns[1]) .SD,
              by = quantity]
  if (nrow(bad) == 0)
    return(NULL)
  sprintf(paste("a message%s of %.0f bytes took %.0f ns, one of %.0f bytes",
                "%.0f: no line"),
          level_words(bad$quantity[1]), bad$bytes[1], bad$time_ns[1],
          bad$bytes[2], bad$time_ns[2])
}

calibration_units <- c(alpha_us = "us a message", beta_ns = "ns a byte",
                       gamma_ns = "ns a byte combined",
                       link_excess = "messages that a link carries at no loss",
                       two_way = "times as long, if both of a pair send",
                       sender_free_us = "of alpha",
                       receiver_free_us = "of alpha, at least",
                       eager_bytes = "before the step of eager sends; 0: none",
                       rendezvous_us = "us more after it",
                       inside_alpha_us = "us a message within a node",
                       inside_beta_ns = "ns a byte within a node",
                       node_ranks = "ranks a node",
                       adapter_ranks = "of them, that share its bandwidth")

describe_numbers <- function(fit) {
  with(fit$numbers, sprintf(
    "%-16s %10.6g  %-25s %s", key, estimate,
    ifelse(is.infinite(high), sprintf("at least %.6g", low),
           sprintf("%.4g to %.4g", low, high)), calibration_units[key]))
}

describe_residuals <- function(fit) {
  of_lengths <- function(what, title) {
    rows <- fit$by_length[quantity == what]
    c(sprintf("\n%-28s %12s %12s %9s", title, "median [ns]", "model [ns]",
              "residual"),
      with(rows, sprintf("%22.0f bytes %12.1f %12.1f %+8.1f%%", bytes, time_ns,
                         model_ns, 100 * residual)))
  }
  c(of_lengths("message", "a message, alpha + beta n"),
    if ("inside" %in% fit$by_length$quantity)
      of_lengths("inside", "within a node"),
    of_lengths("combine", "combining, c + gamma n"),
    sprintf("\n%-28s %12s %12s %9s", "messages at the same time", "slowdown",
            "max(1, k/e)", "residual"),
    with(fit$by_pairs, sprintf("%10.0f bytes, k = %6d %12.3f %12.3f %+8.1f%%",
                               bytes, pairs, slowdown, model, 100 * residual)))
}

# The reason why an excess has no upper end; else NULL.
describe_bound <- function(fit) {
  excess <- fit$numbers[key == "link_excess"]
  max_pairs <- max(fit$by_pairs$pairs)
  if (is.finite(excess$high))
    return(NULL)
  why <- if (max_pairs == 1) "there was only one pair of ranks"
    else if (excess$low == max_pairs)
      sprintf("%d at the same time took no longer than one", max_pairs)
    else sprintf("whether %d at the same time take longer differs by launch",
                 max_pairs)
  sprintf("link_excess is not identified: %s;\nit is at least %.4g.", why,
          excess$low)
}

# Notes on the quality of the numbers.
calibration_notes <- function(fit) {
  worst <- fit$by_length[quantity != "combine"][which.max(abs(residual))]
  c(if (abs(worst$residual) <= small_residual)
      sprintf("alpha + beta n fits every length within %.0f%%.",
              100 * small_residual)
    else
      sprintf(paste("alpha + beta n is a line: what steps there are, as from",
                    "eager to rendezvous\nor from one cache to the next, stand",
                    "in the residuals, here up to %+.0f%%, at\n%.0f bytes%s."),
              100 * worst$residual, worst$bytes, level_words(worst$quantity)),
    describe_bound(fit),
    sprintf("A pair that sends both ways takes %.2f times as long: %s duplex.",
            fit$numbers[key == "two_way", estimate],
            if (fit$numbers[key == "two_way", low] < half_duplex) "full"
            else "half"),
    if (isTRUE(fit$spread$spread > disturbed_spread))
      sprintf(paste("Of the samples of %.0f bytes (%s) a quarter took more",
                    "than",
                    "%.1f times as long as\nanother: something else ran, or",
                    "ranks shared processors. Measure again, alone."),
              fit$spread$bytes, fit$spread$quantity, fit$spread$spread),
    if (fit$launches < 6 && any(fit$numbers[, low < high & is.finite(high)]))
      sprintf("%d launches make no 95%% interval: their range.", fit$launches))
}

describe_calibration <- function(fit) {
  c(sprintf("%-16s %10s  %-25s", "", "estimate", "95% interval"),
    describe_numbers(fit), describe_residuals(fit), "", calibration_notes(fit))
}
