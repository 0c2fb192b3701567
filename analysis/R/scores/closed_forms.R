# analysis/R/scores/closed_forms.R -- the papers' own closed forms for their
# tables, with the scalars of the simulated machine. They know the schedule, its
# rounds and the messages' mean length; not who waits for whom, contention,
# links, or several messages at once.

# What the forms use of a machine's files, in ns; what a file lacks is 0.
scalars_of <- function(hardware, software, envelope_bytes = 16) {
  of <- function(part, key) 1e3 * fcoalesce(as.numeric(part[[key]])[1], 0)
  software_us <- function(...) sum(vapply(c(...), of, 0, part = software))
  byte <- 1e3 / hardware$node_bandwidth_mb_s
  begin <- software_us("send_overhead_us", "handshake_us") +
    envelope_bytes * byte
  list(
    byte = byte, half = identical(hardware$node_duplex, "half"),
    alpha = begin + software_us("receive_overhead_us", "receive_latency_us"),
    # The receiver of a posted receive works twice.
    posted_alpha = begin + 2 * software_us("posted_us"),
    active = software_us("active_send_us", "active_receive_us"),
    interrupt = software_us("interrupt_us"),
    copy = of(hardware, "copy_ns") / 1e3,
    indexed_copy = of(hardware, "indexed_copy_ns") / 1e3,
    scheduling = of(hardware, "scheduling_ns") / 1e3,
    control = hardware$control_network)
}

read_scalars <- function(folder) {
  read <- function(name) {
    read_shaped_yaml(file.path(folder, paste0(name, ".yaml")), shape_record(
      list(), list(node_bandwidth_mb_s = shape_number), others = TRUE))
  }
  scalars_of(read("hardware"), read("software"))
}

# tau + M phi: a message that meets no other.
message_ns <- function(cells, is) is$alpha + cells$bytes * is$byte

# Each of a pair sends and receives in a round, one after the other; in linear
# steps a receiver takes one message after the other; recursive steps carry the
# bytes of half of the ranks, which are packed and unpacked.
exchange_ns <- function(cells, is) {
  half <- cells$procs / 2 * cells$bytes
  fcase(cells$algorithm %in% c("lex", "ls"),
        cells$messages * message_ns(cells, is),
        cells$algorithm == "rex",
        2 * cells$rounds * (is$alpha + half * (is$byte + is$copy)),
        rep(TRUE, nrow(cells)), 2 * cells$rounds * message_ns(cells, is))
}

# A permutation a round: a node sends one message and receives one. Without
# rounds, one for each message of the busiest node. drs_n sends two active
# messages for each, an inquiry, which interrupts, and its answer.
permutations_ns <- function(cells, is) {
  bytes <- cells$bytes * is$byte * (1 + is$half)
  asks <- (cells$algorithm == "drs_n") * (2 * is$active + is$interrupt)
  steps_of(cells) * (fifelse(cells$posted, is$posted_alpha, is$alpha) +
                       bytes + asks)
}

# Rounds of n ln d + n lookups [wang1993, Sec. 3]; lp looks at each rank once.
building_ns <- function(cells, is) {
  degree <- cells$messages / cells$procs
  is$scheduling * cells$procs *
    fifelse(cells$algorithm == "lp", 1, cells$rounds * (log(degree) + 1))
}

# k messages to one node, one after the other: the first sender ends after one
# of them, the last after k.
fan_in_ns <- function(cells, is) steps_of(cells) * message_ns(cells, is)

receiver_lists_ns <- function(cells, is) {
  control_time_ns(cells$algorithm, cells$procs, is$control) +
    fifelse(cells$algorithm == "concat", 0, cells$degree * is$active)
}

closed_forms <- list(
  "ponnusamy1992 5" = function(cells, is) {
    cells$compute_ns + exchange_ns(cells, is)
  },
  "ponnusamy1992 11" = exchange_ns,
  # Each message is gathered and scattered through indices.
  "ponnusamy1992 12" = function(cells, is) {
    exchange_ns(cells, is) + 2 * cells$degree * cells$bytes * is$indexed_copy
  },
  "wang1993 2" = fan_in_ns,
  "wang1993 3" = receiver_lists_ns,
  "wang1993 4" = permutations_ns, "wang1993 5" = permutations_ns,
  "wang1993 6" = permutations_ns,
  # The best strategy's alpha, beta and gamma, as `quadrille model` ranks them.
  "barnett1994 3" = function(cells, is) 1e3 * cells$model_us)

# The closed form of each cell, in ns; NA if the paper has none.
closed_form_ns <- function(cells, scalars) {
  form <- closed_forms[[paste(cells$paper[1], cells$table[1])]]
  if (is.null(form))
    return(rep(NA_real_, nrow(cells)))
  fifelse(cells$quantity == "build_time", building_ns(cells, scalars),
          as.numeric(form(cells, scalars)))
}
