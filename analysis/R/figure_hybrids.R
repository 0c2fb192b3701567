# analysis/R/figure_hybrids.R -- hybrids compared with their building blocks:
# barnett1994, Figures 2 and 4, and their growth.

# "reduce_scatter_long" is the `long` of "reduce scatter". The minimum spanning
# tree is the only algorithm of its collective, so it is the best hybrid, too.
split_row <- function(algorithm) {
  pattern <- "^(.*)_(short|long|hybrid|folded|mst)$"
  kind <- sub(pattern, "\\2", algorithm)
  list(collective = gsub("_", " ", sub(pattern, "\\1", algorithm)),
       kind = fifelse(kind == "mst", "hybrid", kind))
}

# The cases of one collective; NULL without cases.
of_collective <- function(cases, name) {
  if (!is.null(cases))
    cases[split_row(algorithm)$collective == name]
}

kind_colours <- c(short = "#0072B2", long = "#D55E00", hybrid = "#000000",
                  folded = "#009E73")

# "8 B", "64 KB", "1 MB".
label_bytes <- function(bytes) {
  unit <- findInterval(bytes, 2^c(10, 20)) + 1
  paste(bytes / 1024^(unit - 1), c("B", "KB", "MB")[unit])
}

scale_bytes <- function(bytes) {
  scale_x_continuous("total bytes", trans = "log2",
                     breaks = 2^seq(3, log2(max(bytes)), by = 4),
                     labels = label_bytes)
}

# The vendor's times of barnett1994, Table 3.
published_nx <- function(published) {
  rows <- published[paper == "barnett1994" & table == "3" & algorithm == "nx"]
  keys <- split_pairs(rows$case)
  data.table(collective = gsub("_", " ", operation_names(keys$operation)),
             bytes = keys$bytes, value = rows$value)
}

# Time against total bytes, a panel per collective. `cases` is from
# summarise_sweep; `printed`, or NULL: published times [s] of the vendor's
# library.
figure_hybrids <- function(cases, title, subtitle, printed = NULL) {
  if (is.null(cases))
    return(NULL)
  cases <- copy(cases)[, c("collective", "kind") := split_row(algorithm)]
  drawn <- ggplot(cases, aes(bytes, median_us / 1000)) +
    geom_line(aes(colour = kind, linetype = kind), linewidth = 0.5) +
    geom_point(aes(colour = kind), size = 0.9) +
    facet_wrap(~collective) +
    scale_bytes(cases$bytes) +
    scale_y_log10("simulated time [ms]", labels = format_plain) +
    scale_colour_manual(NULL, values = kind_colours,
                        breaks = names(kind_colours)) +
    scale_linetype_manual(NULL, values = c(short = "dashed", long = "dotted",
                                           hybrid = "solid",
                                           folded = "longdash"),
                          breaks = names(kind_colours)) +
    theme_quadrille() + labs(title = title, subtitle = subtitle)
  if (is.null(printed))
    return(drawn)
  drawn + geom_point(
    aes(bytes, 1000 * as.numeric(value), shape = "NX, printed"),
    data = printed, size = 2.4, stroke = 0.8) +
    scale_shape_manual(NULL, values = c("NX, printed" = 1))
}

# The costs of the strategies in Table 2.
of_table2 <- function(costs, published) {
  cases <- published[paper == "barnett1994" & table == "2", case]
  costs[printed_strategy(mesh, strategy) %in% sub("=1x", "=", cases)]
}

# barnett1994, Figure 2: costs of the strategies of Table 2 against the total
# bytes. `costs` is from `quadrille model`; `network` is a machine's.
figure_strategies <- function(costs, network, title) {
  lengths <- 2^seq(3, 20, by = 0.25)
  curves <- costs[, .(bytes = lengths, time_ms =
                        (alpha * network$alpha_us +
                           fraction(beta) * lengths * network$beta_ns / 1000) /
                        1000), by = .(mesh, strategy)]
  curves[, hybrid := paste0(mesh, ", ", strategy)]
  best <- curves[, .SD[which.min(time_ms)], by = bytes]
  # The strategies that are the fastest at some size, by size.
  shown <- unique(best$hybrid)
  ggplot(curves, aes(bytes, time_ms)) +
    geom_line(aes(group = hybrid), colour = "grey80", linewidth = 0.3) +
    geom_line(aes(colour = factor(hybrid, shown),
                  linetype = factor(hybrid, shown)),
              data = curves[hybrid %in% shown], linewidth = 0.6) +
    scale_bytes(lengths) +
    scale_y_log10("predicted time [ms]", labels = format_plain) +
    scale_colour_manual("fastest somewhere", values = rep_len(
      palette_colours[-1], length(shown))) +
    scale_linetype_manual("fastest somewhere", values = rep_len(
      c("solid", "dashed", "dotted", "longdash"), length(shown))) +
    theme_quadrille() + guides(colour = guide_legend(nrow = 2)) +
    labs(title = title,
         subtitle = "30 nodes in a line, all strategies of Table 2, in grey")
}

# Time against the number of processes, a panel per size: points are simulated,
# lines predicted. `predicted` is from `quadrille model`.
figure_growth <- function(cases, predicted, title) {
  cases <- copy(cases)[, collective := split_row(algorithm)$collective]
  predicted <- copy(predicted)[, collective := gsub("_", " ", operation)]
  panel <- as_labeller(function(bytes) label_bytes(as.numeric(bytes)))
  ggplot(mapping = aes(procs, colour = collective)) +
    geom_line(aes(y = time_us, linetype = "predicted"), data = predicted,
              linewidth = 0.5) +
    geom_point(aes(y = median_us, shape = collective), data = cases,
               size = 1.6) +
    facet_wrap(~bytes, labeller = panel, scales = "free_y") +
    scale_x_continuous("processes", trans = "log2",
                       breaks = unique(cases$procs)) +
    scale_y_log10("time [us]", labels = format_plain) +
    scale_colour_manual(NULL, values = palette_colours) +
    scale_shape_manual(NULL, values = c(19, 17, 15, 3, 7, 8, 1)) +
    scale_linetype_manual(NULL, values = c(predicted = "solid")) +
    theme_quadrille() + labs(title = title,
                             subtitle = "simulated as points") +
    theme(axis.text.x = element_text(angle = 90, vjust = 0.5))
}
