# analysis/R/figures/figure_unequal.R -- where order and balance pay for
# messages of unequal length.

unequal_height_in <- 5.6

series_of_papers <- data.table(
  series = c("gain_load", "gain_own", "gain_any", "gain_both"),
  label = c("over the largest load", "each in its own mode",
            "theirs in any mode", "both in any mode"),
  colour = c("#8A8A8A", "#D55E00", "#0072B2", "#009E73"),
  shape = c(5, 16, 1, 4))

# The gains of largest_load_first over the papers' fastest algorithm.
plot_papers <- function(compared) {
  shown <- melt(compared, measure.vars = series_of_papers$series,
                variable.name = "over", value.name = "gain")
  shown[, workload := factor(workload, rev(unique(compared$workload)))]
  ggplot(shown, aes(gain, workload, colour = over, shape = over)) +
    geom_vline(xintercept = 1, colour = "grey50", linewidth = 0.3) +
    geom_point(size = 1.8) +
    facet_wrap(~factor(machine, unique(machine)), nrow = 1) +
    scale_x_log10("fastest of the papers' algorithms / largest_load_first",
                  breaks = c(0.5, 0.7, 1, 1.4, 2), labels = format_plain) +
    scale_y_discrete(NULL) +
    scale_styles(series_of_papers$series, series_of_papers) +
    theme_quadrille() +
    theme(panel.grid.major.x = element_blank())
}

words_of_traffic <- c(zipf = "pairs, Zipf",
                      `experts, dispatch` = "experts, dispatch",
                      `experts, combine` = "experts, combine")

# Gains over direct sending. auto, and order alone, are drawn where messages
# within a node are 9 times as fast; the bound does not depend on that.
series_of_nodes <- data.table(
  series = c("gain_balanced 9", "gain_balanced 4", "gain_auto 9",
             "gain_order 9", "gain_bound 9"),
  label = c("node_balanced, 9 times as fast inside",
            "node_balanced, 4 times", "auto, 9 times",
            "largest_load_first, 9 times",
            "bound by bytes between nodes"),
  colour = c("#0072B2", "#009E73", "#000000", "#D55E00", "#8A8A8A"),
  shape = c(16, 17, 3, 15, NA),
  line = c("solid", "42", "blank", "solid", "12"))

plot_nodes <- function(compared) {
  gains <- grep("^gain_", names(compared), value = TRUE)
  shown <- melt(compared, measure.vars = gains, value.name = "gain")[
    , .(traffic, zipf_exponent, inside, variable, gain)]
  shown[, series := paste(variable, inside)]
  shown <- shown[series %in% series_of_nodes$series & !is.na(gain)]
  shown[, traffic := factor(words_of_traffic[traffic], words_of_traffic)]
  plot <- ggplot(shown, aes(zipf_exponent, gain, colour = series)) +
    geom_hline(yintercept = 1, colour = "grey50", linewidth = 0.3) +
    geom_line(aes(linetype = series), linewidth = 0.5) +
    geom_point(aes(shape = series), shown[variable != "gain_bound"],
               size = 1.6) +
    facet_wrap(~traffic, nrow = 1) +
    scale_x_continuous("exponent of the skew") +
    scale_y_log10("scattered / others", breaks = c(0.5, 1, 2, 4, 8),
                  labels = format_plain) +
    scale_styles(series_of_nodes$series, series_of_nodes) +
    guides(colour = guide_legend(ncol = 3)) +
    theme_quadrille()
  carry_numbers(plot, shown[, -"variable"])
}

# Of part `skew` and of the machine of part `papers` where order gains most.
describe_unequal <- function(papers, nodes) {
  order <- papers[, .(gain = geometric_mean(gain_own)), by = machine]
  fast <- nodes[inside == 9]
  sprintf(paste("Gains by order: %.2f on %s, %.2f on nodes; by balance on",
                "nodes: up to %.1f"),
          max(order$gain), order[which.max(gain), machine],
          geometric_mean(fast[!is.na(gain_order), gain_order]),
          max(fast$gain_balanced))
}

alt_of_unequal <- function(papers, nodes) {
  means <- mean_gains(papers)[, sprintf(
    "%s, %s: %.2f, %.2f, %.2f", machine, lengths, gain_own, gain_any,
    gain_both)]
  ranges <- nodes[, sprintf("%s, %d times as fast inside: %s", traffic[1],
                            inside[1], words_of_range(gain_balanced)),
                  by = .(traffic, inside)]$V1
  paste0(describe_unequal(papers, nodes), ". Geometric means of the papers' ",
         "fastest over largest_load_first, in own modes, theirs in any, ",
         "both in any: ", paste(means, collapse = "; "),
         ". Direct sending over node_balanced: ",
         paste(ranges, collapse = "; "), ".")
}

# `papers` and `nodes` are of summarise_papers and summarise_nodes.
figure_unequal <- function(papers, nodes) {
  page <- figure_page(
    list(list(papers = plot_papers(papers)), list(nodes = plot_nodes(nodes))),
    describe_unequal(papers, nodes),
    paste0("Above: largest_load_first, 32 ranks of the CM-5 and the Paragon; ",
           "right of 1 it is faster. Below:\n64 ranks on 8 nodes, an adapter ",
           "a rank, links shared fairly; above 1 faster than direct sending."),
    paste0("All simulated; no paper has them. largest_load_first's own mode, ",
           "synchronous, does not overlap messages. Largest load: each\n",
           "message takes alpha + beta n at both ends; what overlaps can be ",
           "below it. Bound below: bytes of the busiest adapter over\nthose ",
           "of the busiest node, per adapter."),
    heights = c(1, 1))
  page$alt <- alt_of_unequal(papers, nodes)
  page
}
