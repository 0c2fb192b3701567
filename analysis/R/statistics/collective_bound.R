# analysis/R/statistics/collective_bound.R -- the lower bound of collectives in
# `./quadrille bench peers`, which has the overheads of both ends.

# The earliest time at which `p` ranks can know what one knows at 0, if a
# message takes `alpha` and its sender is free again after `overhead`: the
# optimal tree of the LogP model. In reverse, with the receivers' overhead, it
# is a reduction.
spreading_time <- function(p, alpha, overhead) {
  if (p < 2)
    return(0)
  if (overhead <= 0)
    return(alpha)
  next_send <- 0
  last <- 0
  for (i in seq_len(p - 1)) {
    first <- which.min(next_send)
    last <- next_send[first] + alpha
    next_send[first] <- next_send[first] + overhead
    next_send <- c(next_send, last)
  }
  last
}

# Bytes that some rank must send or receive, in total vectors: all to one, one
# to all, all parts but its own, or both. With half duplex, those that it must
# send and receive together: at least the mean over the ranks, who send p - 1
# vectors in all, in an allreduce twice as many, and receive as many.
share_of_vector <- function(operation, p, is_half = FALSE) {
  parts <- (p - 1) / p
  one <- min(1, p - 1)
  if (is_half)
    c(bcast = max(one, 2 * parts), scatter = parts, gather = parts,
      allgather = 2 * parts, reduce = max(one, 2 * parts),
      allreduce = 4 * parts, reduce_scatter = 2 * parts)[[operation]]
  else
    c(bcast = one, scatter = parts, gather = parts, allgather = parts,
      reduce = one, allreduce = 2 * parts, reduce_scatter = parts)[[operation]]
}

# The end whose overhead delays the messages of an operation.
overhead_of <- function(operation, sends, receives) {
  if (operation %in% c("bcast", "scatter"))
    sends
  else if (operation %in% c("gather", "reduce"))
    receives
  else
    max(sends, receives)
}

# The bound for messages of `bytes`: some rank hears from max_degree others, or
# is heard by as many, straight or through others; and its bytes pass its node.
alltoallv_bound <- function(procs, bytes, max_degree, messages, machine) {
  fastest <- fastest_message(machine$network)
  beta <- fastest$beta_ns / 1000
  overhead <- min(machine$smpi$send_overhead_us,
                  machine$smpi$receive_overhead_us)
  on_node <- if (is_half_duplex(machine$network)) 2 * messages / procs else 0
  pmax(vapply(max_degree + 1, spreading_time, 0, fastest$alpha_us, overhead),
       pmax(max_degree, on_node) * bytes * beta)
}

# Ranks that a scatter or gather concerns: with fewer bytes than ranks the parts
# of others, and that of rank 0, the root, are empty. So many hear from a rank
# in a reduce_scatter.
concerned_ranks <- function(operation, procs, bytes) {
  has_parts <- operation %in% c("scatter", "gather", "reduce_scatter")
  fifelse(has_parts & bytes > 0 & bytes < procs, bytes + 1, procs)
}

# Of a vector of `bytes` on one level: the max of bytes over bandwidth and of
# the time of messages without bytes. `ranks` of `procs` are concerned.
level_bound <- function(operation, procs, ranks, bytes, alpha_us, beta_ns,
                        overhead_us, is_half) {
  pmax(vapply(ranks, spreading_time, 0, alpha_us, overhead_us),
       share_of_vector(operation, procs, is_half) * bytes * beta_ns / 1000)
}

# The same among nodes, as if each were one rank whose adapters and ranks work
# side by side. The ranks of a node have neighbouring numbers.
node_bound <- function(operation, procs, ranks, bytes, network, overhead_us) {
  node_ranks <- network$node_ranks
  level_bound(operation, ceiling(procs / node_ranks),
              ceiling(ranks / node_ranks), bytes, network$alpha_us,
              network$beta_ns * network$adapter_ranks / node_ranks,
              overhead_us / node_ranks, is_half_duplex(network))
}

# In us, that of all ranks, with the fastest messages, and that of nodes.
# `machine` is a machine's file with sections network and smpi; max_degree and
# messages are the pattern's.
lower_bound <- function(operation, procs, bytes, max_degree, messages,
                        machine) {
  if (operation == "alltoallv")
    return(alltoallv_bound(procs, bytes, max_degree, messages, machine))
  overhead <- overhead_of(operation, machine$smpi$send_overhead_us,
                          machine$smpi$receive_overhead_us)
  network <- machine$network
  fastest <- fastest_message(network)
  ranks <- concerned_ranks(operation, as.numeric(procs), as.numeric(bytes))
  bound <- level_bound(operation, procs, ranks, bytes, fastest$alpha_us,
                       fastest$beta_ns, overhead, is_half_duplex(network))
  if (is.null(network$node_ranks))
    return(bound)
  pmax(bound, node_bound(operation, procs, ranks, bytes, network, overhead))
}
