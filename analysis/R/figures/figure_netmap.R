# analysis/R/figures/figure_netmap.R -- rates between nodes, as a heat map.
#
# Rows are senders, columns receivers; a panel for pairs that are measured alone
# and one for all pairs of a round. A slow row is a slow sender, a slow column a
# slow receiver. The colour is the share of the panel's median, slower is
# darker, on a logarithmic scale.

netmap_height_in <- 3.7
netmap_max_words <- 9    # nodes; with more, tiles have no numbers
netmap_max_names <- 24   # nodes; of more, some are named
netmap_min_share <- 0.1  # a pair that is slower has the darkest colour
netmap_dark <- 0.55      # numbers on darker tiles are white

netmap_panels <- c(alone_mb_s = "a pair alone",
                   loaded_mb_s = "all pairs of a round, both directions")

# A row per pair and panel; pairs without a number are left out.
netmap_shares <- function(pairs) {
  nodes <- unique(pairs$from)
  long <- melt(pairs, measure.vars = names(netmap_panels),
               variable.name = "panel", value.name = "rate")[!is.na(rate)]
  long[, share := rate / median(rate), by = panel]
  long[, `:=`(panel = factor(netmap_panels[as.character(panel)],
                             netmap_panels),
              from = factor(from, nodes), to = factor(to, nodes))]
  long[]
}

describe_netmap <- function(shares) {
  medians <- shares[, .(rate = median(rate)), by = panel]
  sprintf("medians: %s", paste(sprintf("%s MB/s (%s)",
                                       prettyNum(signif(medians$rate, 3)),
                                       medians$panel), collapse = ", "))
}

scale_shares <- function(limits) {
  scale_fill_viridis_c("share of\nmedian", option = "mako", begin = 0.15,
                       end = 0.95, trans = "log10", limits = limits,
                       breaks = c(0.1, 0.2, 0.5, 1, 2, 5),
                       guide = guide_colourbar(barheight = unit(35, "mm"),
                                               frame.colour = "grey50"))
}

draw_shares <- function(shares, limits) {
  words <- geom_text(aes(label = sprintf("%.2f", share),
                         colour = share < netmap_dark), size = label_mm,
                     family = figure_font)
  list(geom_tile(aes(fill = pmin(pmax(share, limits[1]), limits[2]))),
       if (nlevels(shares$from) <= netmap_max_words) words,
       scale_colour_manual(values = c("black", "white"), guide = "none"))
}

# The named nodes of an axis.
node_breaks <- function(nodes)
  nodes[seq(1, length(nodes), by = ceiling(length(nodes) / netmap_max_names))]

# `pairs` has from, to, alone_mb_s and loaded_mb_s, a row per ordered pair.
figure_netmap <- function(pairs) {
  shares <- netmap_shares(pairs)
  limits <- c(max(netmap_min_share, min(shares$share, 0.5)),
              max(shares$share, 1.1))
  nodes <- levels(shares$from)
  ggplot(shares, aes(to, from)) +
    draw_shares(shares, limits) +
    facet_wrap(~panel) +
    scale_shares(limits) +
    scale_x_discrete("receiver", limits = nodes, breaks = node_breaks(nodes)) +
    scale_y_discrete("sender", limits = rev(nodes),
                     breaks = node_breaks(nodes)) +
    coord_fixed() +
    labs(title = sprintf("rates between %d nodes", length(nodes)),
         subtitle = describe_netmap(shares)) +
    theme_quadrille() +
    theme(legend.position = "right", panel.grid = element_blank(),
          axis.text.x = element_text(angle = 90, vjust = 0.5, hjust = 1))
}
