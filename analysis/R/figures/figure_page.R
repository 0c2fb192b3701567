# analysis/R/figures/figure_page.R -- a figure of several rows of plots.

# Above the panels, without words, with a title, and with a subtitle, too; and
# below them.
page_head_mm <- c(1, 9, 17)
page_foot_mm <- c(1, 13)

# Rows of plots, below a title and above a caption, if given; `heights` are
# shares of the page.
figure_page <- function(rows, title = NULL, subtitle = NULL, caption = NULL,
                        heights = 1)
  structure(list(rows = rows, title = title, subtitle = subtitle,
                 caption = caption, heights = heights), class = "figure_page")

# Without what it shows, which the paper's caption says: of a page, or what
# lay_out() made of a plot.
without_subtitle <- function(figure) {
  if (inherits(figure, "figure_page")) {
    figure["subtitle"] <- list(NULL)
    return(figure)
  }
  at <- which(figure$layout$name == "subtitle")
  figure$grobs[at] <- list(zeroGrob())
  figure$heights[figure$layout$t[at]] <- unit(0, "mm")
  figure
}

# Text, from `top` millimetres below the edge.
draw_words <- function(text, top, element) {
  if (is.null(text))
    return()
  style <- calc_element(element, theme_quadrille())
  grid::grid.text(
    text, x = unit(2, "mm"), y = unit(1, "npc") - unit(top, "mm"),
    just = c("left", "top"),
    gp = grid::gpar(fontfamily = figure_font, fontsize = style$size,
                    col = style$colour, lineheight = 1))
}

# Plots next to each other, in row `row` of the layout.
draw_row <- function(plots, row) {
  grobs <- lapply(plots, lay_out)
  widths <- do.call(grid::unit.pmax, lapply(grobs, `[[`, "widths"))
  grid::pushViewport(grid::viewport(
    layout.pos.row = row, layout = grid::grid.layout(1, length(plots))))
  for (i in seq_along(grobs)) {
    grobs[[i]]$widths <- widths # so that panels are of one size
    grid::pushViewport(grid::viewport(layout.pos.col = i))
    grid::grid.draw(grobs[[i]])
    grid::popViewport()
  }
  grid::popViewport()
}

print.figure_page <- function(x, ...) {
  count <- length(x$rows)
  grid::grid.newpage()
  draw_words(x$title, 2, "plot.title")
  draw_words(x$subtitle, 7.5, "plot.subtitle")
  head <- page_head_mm[1 + !is.null(x$title) + !is.null(x$subtitle)]
  foot <- page_foot_mm[1 + !is.null(x$caption)]
  grid::pushViewport(grid::viewport(layout = grid::grid.layout(
    count + 2, 1, heights = unit(c(head, x$heights, foot),
                                 c("mm", rep("null", count), "mm")))))
  for (i in seq_len(count))
    draw_row(x$rows[[i]], i + 1)
  grid::pushViewport(grid::viewport(layout.pos.row = count + 2))
  draw_words(x$caption, 1, "plot.caption")
  grid::popViewport(2)
}
