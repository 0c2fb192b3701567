# analysis/R/figures/figure_stated.R -- what a paper states in words about its
# figure: a bracket over a range of the abscissa, or a line where curves cross.

stated_colour <- "grey20"
stated_line_pt <- 12 # of a bracket and its words

# A row per statement of a panel; `level` counts from below. `points` are the
# figure's.
stated_of_figure <- function(figure, points) {
  rows <- rbindlist(lapply(figure$panels, function(panel) {
    title <- title_of_panel(panel)
    ends <- range(points$abscissa[points$panel == title])
    rbindlist(lapply(panel$stated, function(one) {
      given <- c(one$from, one$at, ends[1])[1]
      list(panel = title, text = one$text, claim = as.character(one$claim),
           from = given, to = c(one$to, one$at, ends[2])[1],
           is_crossing = !is.null(one$at))
    }))
  }))
  if (nrow(rows) == 0)
    return(NULL)
  rows[, `:=`(panel = factor(panel, levels(points$panel)),
              words = sprintf("printed: %s (claim %s)", text, claim))]
  rows[, level := rev(seq_len(.N)), by = panel][]
}

describe_stated <- function(stated) {
  if (is.null(stated))
    return("")
  range <- stated[, fifelse(from == to, format_plain(from), paste(
    format_plain(from), "to", format_plain(to)))]
  paste0(" In print: ", paste0(stated$text, fifelse(
    stated$panel == "", "", paste0(", ", stated$panel)), ", at ", range,
    collapse = "; "), ".")
}

# Where its words go: in the middle of a range that leaves room, else towards
# the middle of the panel.
place_words <- function(stated, abscissa) {
  trans <- trans_of_abscissa(abscissa)
  ends <- trans$transform(range(abscissa))
  middle <- (trans$transform(stated$from) + trans$transform(stated$to)) / 2
  copy(stated)[, `:=`(middle = trans$inverse(middle),
                      share = (middle - ends[1]) / diff(ends))][]
}

# Above the curves. `times` are those of the panels, `height_pt` is a panel's.
draw_stated <- function(stated, abscissa, times, height_pt) {
  if (is.null(stated))
    return(NULL)
  ends <- range(log10(times))
  levels <- max(stated$level)
  spacing <- diff(ends) / (height_pt / stated_line_pt - levels - 1)
  rows <- place_words(stated, abscissa)
  rows[, `:=`(y = 10^(ends[2] + spacing * (level - 0.2)), low = 10^ends[1])]
  own <- function(make, mapping, of = rows, ...) {
    make(mapping, of, inherit.aes = FALSE, colour = stated_colour, ...)
  }
  list(own(geom_segment, aes(from, low, xend = from, yend = y),
           rows[(is_crossing)], linetype = "22", linewidth = 0.3),
       own(geom_errorbar, aes(y = y, xmin = from, xmax = to), orientation = "y",
           width = spacing * 0.35, linewidth = 0.35),
       own(geom_point, aes(from, y), rows[from == to], shape = 25, size = 1.2,
           fill = stated_colour),
       own(geom_text, aes(middle, y * 10^(spacing * 0.52), label = words,
                          hjust = share), size = label_mm,
           family = figure_font))
}
