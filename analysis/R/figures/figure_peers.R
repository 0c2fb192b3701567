# analysis/R/figures/figure_peers.R -- what NULL gives a user without a network
# file, compared with the fastest peer, case by case.

describe_gains <- function(gain) {
  sprintf(paste("Ours is faster by more than 1%% in %d of %d cases, slower in",
                "%d; geometric mean of the peers' time / ours: %.2f"),
          sum(gain > 1.01), length(gain), sum(gain < 1 / 1.01),
          geometric_mean(gain))
}

# A gain above 1: ours is faster. `compared` is from compare_peers.
figure_peers <- function(compared) {
  shown <- shown_peers(compared)[, `:=`(
    gain = peer_us / default_us, network = gsub("_", " ", network),
    panel = paste0(gsub("_", " ", operation), fifelse(
      is.na(density), "", paste(", density", density))))]
  ggplot(shown, aes(bytes, gain, colour = network, shape = network,
                    linetype = network)) +
    geom_hline(yintercept = 1, colour = "grey50", linewidth = 0.3) +
    geom_line(linewidth = 0.4) + geom_point(size = 1.3) +
    facet_wrap(~panel, ncol = 3) +
    scale_bytes(shown$bytes) +
    scale_y_log10("fastest peer / ours", labels = format_plain) +
    scale_colour_manual(NULL, values = palette_colours[-1]) +
    scale_shape_manual(NULL, values = c(16, 17, 15, 3, 4, 8, 1)) +
    scale_linetype_manual(NULL, values = c("solid", "42", "12", "4212",
                                           "solid", "42", "12")) +
    theme_quadrille() +
    theme(axis.text.x = element_text(size = 7)) +
    label_figure(
      describe_gains(shown$gain), paste(
        "auto without a network file, and the fastest peer of each case,",
        "simulated; above 1 ours is faster"),
      shown[, .(words = sprintf("%s %s", panel[1], words_of_range(gain))),
            by = panel][, paste0("The peers' time / ours: ",
                                 paste(words, collapse = "; "), ".")], paste(
        "Peers: the choices of Open MPI, MPICH, MVAPICH2 and Intel MPI, and",
        "SimGrid's algorithms, with the same overheads. Bytes of alltoallv:",
        "the mean message size."))
}

height_peers_in <- function(compared) {
  1.8 + 1.55 * ceiling(nrow(unique(
    shown_peers(compared)[, .(operation, density)])) / 3)
}
