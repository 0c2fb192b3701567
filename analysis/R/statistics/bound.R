# analysis/R/statistics/bound.R -- the lower bound and the base case in figures
# of sweeps.

# Whether a node's sends and receives share its bandwidth.
is_half_duplex <- function(network) identical(network$duplex, "half")

# The min alpha [us] of a message, and the beta [ns per byte] of a rank. With
# levels a rank moves bytes inside its node and between nodes at the same time.
fastest_message <- function(network) {
  list(alpha_us = min(network$alpha_us, network$inside_alpha_us),
       beta_ns = 1 / sum(1 / network$beta_ns, 1 / network$inside_beta_ns))
}

# The lower bound of an exchange in us: some rank sends at least the mean bytes,
# and the last byte arrives one latency after the link has carried them; with
# half duplex some rank carries the mean bytes twice. Overheads of messages do
# not count: ranks that forward others' need fewer. The numbers are from section
# network of the machine's file. NA if there is no such section, and for
# collectives on vectors (see peers.R).
exchange_bound_us <- function(total_bytes, messages, procs, network) {
  if (is.null(network))
    return(rep(NA_real_, length(total_bytes)))
  fastest <- fastest_message(network)
  carried_us <- fastest$beta_ns / 1000 * total_bytes / procs
  fifelse(messages > 0,
          pmax(fastest$alpha_us + carried_us,
               if (is_half_duplex(network)) 2 * carried_us else 0), 0)
}

# Adds `bound_us` to `cases`, of one sweep's `samples`.
add_bounds <- function(cases, samples, keys, network) {
  bounds <- samples[, .(bound_us = exchange_bound_us(
    as.numeric(total_bytes[1]), messages[1], procs[1],
    if (workload[1] == "vector") NULL else network)), by = keys]
  cases[bounds, on = keys]
}

# The dashed line of the bound, where cases have one. `panels` are the columns
# that make the figure's panels; a point alone has no line.
draw_bound <- function(cases, panels = c("procs", "panel")) {
  known <- cases[!is.na(bound_us) & bound_us > 0]
  if (nrow(known) == 0)
    return(NULL)
  lowest <- known[, .(bound_us = min(bound_us)),
                  by = c(intersect("row", names(known)), "procs", "panel",
                         "abscissa")]
  lines <- lowest[, is_line := .N > 1, by = panels][is_line == TRUE]
  list(if (nrow(lines) > 0)
         geom_line(aes(abscissa, bound_us), lines, inherit.aes = FALSE,
                   colour = "grey30", linetype = "22"),
       geom_point(aes(abscissa, bound_us), lowest, inherit.aes = FALSE,
                  colour = "grey30", shape = 5, size = 1))
}

# The caption's sentences on both. The base case is the MPI library's algorithm.
words_of_bound <- function(cases, labels) {
  base <- unique(cases[mode == "library", algorithm])
  paste0(if (length(base) == 0)
           "No base case: no algorithm of the MPI library is in the sweep."
         else paste0("Base case: ", paste(labels[base], collapse = ", "), "."),
         if (any(!is.na(cases$bound_us)))
           paste(" Dashed: lower bound: latency plus the mean bytes sent by a",
                 "rank, divided by the bandwidth.")
         else if (any(cases$workload != "vector"))
           " No lower bound: the machine's file has no network.")
}
