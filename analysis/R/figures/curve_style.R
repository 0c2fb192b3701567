# analysis/R/figures/curve_style.R -- colours, lines and point shapes of curves,
# and their legend.

max_curves <- 7 # of a panel, more are hard to distinguish

# A curve has its algorithm's colour, a line type per way to run it, and its own
# point shape, so that it is found in grey, too.
style_of_curves <- function(points) {
  styles <- unique(points[, .(curve = as.character(curve), algorithm)])
  colours <- colours_of(unique(styles$algorithm))
  styles[, `:=`(colour = colours[algorithm],
               line = c("solid", "42", "12", "4212")[
                 (seq_len(.N) - 1) %% 4 + 1]), by = algorithm]
  styles[, shape := rep_len(c(16, 17, 15, 3, 4, 8, 18, 25, 7, 10), .N)][]
}

# The number of legend columns that fit the page.
columns_of_legend <- function(curves) {
  max(1, min(4, 116 %/% (max(nchar(as.character(curves))) + 8)))
}

# One legend for the colours, lines and shapes of `styles`, a row a key, which
# lacks what does not vary; that of `colours` may look otherwise.
scale_styles <- function(keys, styles, guide = "legend", colours = guide) {
  scale <- function(make, values, guide) {
    if (!is.null(values))
      make(NULL, limits = keys, values = setNames(values, keys), guide = guide,
           labels = if (is.null(styles$label)) keys else styles$label)
  }
  list(scale(scale_colour_manual, styles$colour, colours),
       scale(scale_linetype_manual, styles$line, guide),
       scale(scale_shape_manual, styles$shape, guide))
}

# With `is_direct` curves have their names at their ends.
scale_curves <- function(styles, is_direct) {
  scale_styles(styles$curve, styles, if (is_direct) "none" else guide_legend(
    ncol = columns_of_legend(styles$curve)))
}
