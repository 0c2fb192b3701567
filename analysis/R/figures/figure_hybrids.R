# analysis/R/figures/figure_hybrids.R -- hybrids compared with their building
# blocks: barnett1994, Figures 2 and 4, and their growth.

hybrids_height_in <- 5 # of three rows of panels

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

# The curves of one figure, and the printed numbers among them.
curve_labels <- c(short = "short", long = "long",
                  hybrid = "hybrid of rows and columns",
                  best = "best mesh: beyond the paper",
                  folded = "folded: beyond the paper",
                  icc = "iCC, printed", nx = "NX, printed")
curve_styles <- data.table(
  kind = names(curve_labels), label = curve_labels,
  colour = c("#0072B2", "#D55E00", "#000000", "#666666", "#009E73",
             "#000000", "#CC79A7"),
  line = c("4212", "dotted", "solid", "dashed", "longdash", "blank", "blank"),
  shape = c(17, 15, 16, 3, 8, NA, NA)) # NA: printed_shape

# The kind of each case's curve. The paper's hybrids go through rows, then
# columns [Sec. 7.1]; where a sweep has others, these are a curve of their own.
kinds_of_curves <- function(cases) {
  kind <- split_row(cases$algorithm)$kind
  is_hybrid <- kind == "hybrid"
  if (uniqueN(cases$mesh[is_hybrid]) > 1)
    kind[is_hybrid & cases$mesh == "best"] <- "best"
  kind
}

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

# The times of barnett1994, Table 3: of the vendor's library and the paper's.
published_table3 <- function(published) {
  rows <- published[paper == "barnett1994" & table == "3" & quantity == "time"]
  keys <- split_pairs(rows$case)
  is_nx <- rows$algorithm == "nx"
  data.table(collective = fifelse(
               is_nx, gsub("_", " ", operation_names(keys$operation)),
               split_row(rows$algorithm)$collective),
             bytes = keys$bytes, kind = fifelse(is_nx, "nx", "icc"),
             time_ms = 1000 * as.numeric(rows$value))
}

# One legend for lines and points of these kinds.
scale_curves_of <- function(kinds) {
  styles <- curve_styles[kind %in% kinds]
  styles[is.na(shape), shape := printed_shape]
  scale_styles(styles$kind, styles, guide_legend(ncol = 3), guide_legend(
    ncol = 3, override.aes = list(
      size = fifelse(styles$line == "blank", 2.6, 1))))
}

# Times [ms] in a row per panel, collective and size, a column per kind.
widen_hybrids <- function(rows) {
  wide <- dcast(rows, panel + collective + bytes ~
                  factor(kind, names(curve_labels)), value.var = "time_ms",
                fun.aggregate = min, fill = NA, drop = c(TRUE, FALSE))
  wide[, `:=`(gain = pmin(short, long) / hybrid, ratio = hybrid / icc)][]
}

describe_hybrids <- function(rows) {
  gain <- na.omit(widen_hybrids(rows)$gain)
  if (length(gain) == 0)
    return("No size has a hybrid, a short and a long algorithm")
  ratio <- na.omit(widen_hybrids(rows)$ratio)
  paste0(sprintf(paste("Hybrids take %.2f to %.2f times as long as the faster",
                       "of short and long"), min(1 / gain), max(1 / gain)),
         if (length(ratio) > 0)
           sprintf("; %d of %d printed iCC times are within 25%%",
                   sum(abs(log(ratio)) <= log(1.25)), length(ratio)))
}

number_hybrids <- function(rows) {
  wide <- widen_hybrids(rows)
  gains <- wide[!is.na(gain), .(words = sprintf(
    "%s %s", collective, words_of_range(1 / gain))), by = .(panel, collective)]
  paste0("Hybrid / the faster of short and long: ",
         paste(gains$words, collapse = "; "), ".",
         describe_ratios(wide$ratio))
}

# Time against total bytes, a panel per collective, or per `panel` if the cases
# have one. `cases` is from summarise_sweep; `printed`, or NULL, from
# published_table3.
figure_hybrids <- function(cases, shows, printed = NULL) {
  if (is.null(cases))
    return(NULL)
  cases <- copy(cases)[, `:=`(collective = split_row(algorithm)$collective,
                              kind = kinds_of_curves(.SD),
                              time_ms = median_us / 1000)]
  rows <- rbind(cases, printed, fill = TRUE)[, is_printed := is.na(median_us)]
  if (!"panel" %in% names(rows))
    rows[, panel := collective]
  ggplot(rows, aes(bytes, time_ms, colour = kind)) +
    geom_line(aes(linetype = kind), linewidth = 0.5) +
    geom_point(aes(shape = kind, size = is_printed), stroke = 0.8) +
    scale_size_manual(values = c("FALSE" = 1, "TRUE" = 2.6), guide = "none") +
    facet_wrap(~panel) +
    scale_bytes(cases$bytes) +
    scale_y_log10("time [ms]", labels = format_plain) +
    scale_curves_of(rows$kind) +
    theme_quadrille() + theme(legend.key.width = unit(9, "mm")) +
    label_figure(describe_hybrids(rows), shows, number_hybrids(rows))
}

# barnett1994, Figure 4: collects on 16 x 32 nodes, and broadcasts on 15 x 30.
# Table 3 has numbers of the former only.
figure4_of_barnett <- function(collects, broadcasts, printed) {
  if (is.null(collects) || is.null(broadcasts))
    return(NULL)
  panels <- c("left: collects on 16 x 32 nodes",
              "right: broadcasts on 15 x 30 nodes")
  cases <- rbind(
    of_collective(collects, "allgather")[, panel := panels[1]],
    of_collective(broadcasts, "bcast")[, panel := panels[2]], fill = TRUE)
  printed <- printed[collective == "allgather"][, panel := panels[1]]
  figure_hybrids(cases, paste("barnett1994, Figure 4; simulated Paragon;",
                              "printed: Table 3, for 16 x 32 nodes"), printed)
}

# The costs of the strategies in Table 2.
of_table2 <- function(costs, published) {
  cases <- published[paper == "barnett1994" & table == "2", case]
  costs[printed_strategy(mesh, strategy) %in% sub("=1x", "=", cases)]
}

# barnett1994, Figure 2: costs of the strategies of Table 2 against the total
# bytes. `costs` is from `quadrille model`; `network` is a machine's.
figure_strategies <- function(costs, network, shows) {
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
    label_figure(
      sprintf("%d of %d strategies are the fastest at some length",
              length(shown), uniqueN(curves$hybrid)),
      paste0(shows, "; 30 nodes in a line, all strategies of Table 2, in grey"),
      best[order(bytes), .(words = sprintf("%s from %s on", hybrid[1],
                                           label_bytes(ceiling(bytes[1])))),
           by = hybrid][, paste0(paste(words, collapse = ", "), ".")])
}
