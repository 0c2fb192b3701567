# analysis/R/figures/figure_matrix.R -- bytes from rank to rank, as a heat map.
#
# Rows are senders, columns receivers. Sizes are shades of one blue, larger is
# darker, so that the order is visible in grey, too; no message is white, a
# message of 0 bytes black.

matrix_height_in <- 6.2 # a square of the text width next to its legend
matrix_max_tiles <- 64 # processes; more are drawn as an image
matrix_log_from <- 50   # longest to shortest; from there on the scale is log

matrix_colour_of_zero <- "black"
matrix_colour_of_all <- "#24526f" # where all have one length

# "1.5 kB": three significant digits.
format_bytes <- function(x) {
  powers <- pmin(4, pmax(0, floor(log10(pmax(x, 1)) / 3 + 1e-9)))
  units <- c("B", "kB", "MB", "GB", "TB")
  ifelse(is.na(x), NA_character_,
         paste(vapply(signif(x / 1000^powers, 3), format, "",
                      scientific = FALSE, trim = TRUE), units[powers + 1]))
}

# Two lines that summarise the matrix.
describe_matrix <- function(messages, procs) {
  sent <- messages[src != dst]
  if (nrow(sent) == 0)
    return("no messages")
  density <- nrow(sent) / (procs * (procs - 1))
  max_of <- function(by) max(sent[, .N, by = by]$N)
  copies <- nrow(messages) - nrow(sent)
  lengths <- if (min(sent$bytes) == max(sent$bytes))
    paste(format_bytes(sent$bytes[1]), "each")
  else
    sprintf("%s to %s, mean %s, %s in all", format_bytes(min(sent$bytes)),
            format_bytes(max(sent$bytes)), format_bytes(mean(sent$bytes)),
            format_bytes(sum(sent$bytes)))
  paste0(sprintf("%s messages, density %s, of %s\n",
                 format(nrow(sent), big.mark = " "),
                 format(signif(density, 2), scientific = FALSE), lengths),
         sprintf("a rank sends at most %d and receives at most %d",
                 max_of("src"), max_of("dst")),
         if (copies > 0)
           sprintf("; %d local copies on the diagonal", copies))
}

# The colour scale of the sizes, as a bar if there are several.
scale_lengths <- function(bytes) {
  lengths <- range(bytes)
  if (lengths[1] == lengths[2])
    return(scale_fill_gradient(low = matrix_colour_of_all,
                               high = matrix_colour_of_all, guide = "none"))
  is_log <- lengths[2] >= matrix_log_from * lengths[1]
  scale_fill_viridis_c(
    if (is_log) "length\n(log)" else "length", option = "mako",
    direction = -1, begin = 0.3, end = 0.9, labels = format_bytes,
    limits = lengths, trans = if (is_log) "log10" else "identity",
    guide = guide_colourbar(order = 1, barheight = unit(45, "mm"),
                            frame.colour = "grey50"))
}

# Lines between tiles, if there is room.
gap_width <- function(procs) if (procs <= 24) 0.2 else 0

# A small matrix is tiles, which are sharp at any size, a large one an image.
draw_lengths <- function(messages, procs) {
  if (nrow(messages) == 0)
    return(NULL)
  list(if (procs <= matrix_max_tiles)
         geom_tile(aes(fill = bytes), messages, colour = "white",
                   linewidth = gap_width(procs))
       else
         geom_raster(aes(fill = bytes), messages),
       scale_lengths(messages$bytes))
}

draw_zeros <- function(messages, procs) {
  if (nrow(messages) == 0)
    return(NULL)
  list(geom_tile(data = messages, fill = matrix_colour_of_zero,
                 colour = "white", linewidth = gap_width(procs)),
       # Only the legend's key is visible: a point within a tile of its colour.
       geom_point(aes(shape = "0 B"), messages, size = 0.01,
                  colour = matrix_colour_of_zero),
       scale_shape_manual(NULL, values = 15, guide = guide_legend(
         order = 2, override.aes = list(size = 4))))
}

# The labelled ranks of an axis.
rank_breaks <- function(procs) {
  distance <- c(1, 2, 4, 8) * rep(16^(0:5), each = 4)
  seq(0, procs - 1, by = distance[(procs - 1) %/% distance <= 8][1])
}

# `messages` has src, dst and bytes, a row per message, each pair once.
figure_matrix <- function(messages, procs, title) {
  breaks <- rank_breaks(procs)
  limits <- c(-0.5, procs - 0.5)
  ggplot(messages, aes(dst, src)) +
    draw_lengths(messages[bytes > 0], procs) +
    draw_zeros(messages[bytes == 0], procs) +
    scale_x_continuous("receiver", breaks = breaks, limits = limits,
                       expand = c(0, 0), position = "top") +
    scale_y_reverse("sender", breaks = breaks, limits = rev(limits),
                    expand = c(0, 0)) +
    coord_fixed() +
    labs(title = title, subtitle = describe_matrix(messages, procs)) +
    theme_quadrille() +
    theme(legend.position = "right", panel.grid = element_blank())
}
