# analysis/R/figures/figure_page.R -- a figure of several rows of plots.

page_head_mm <- 17 # above the panels
page_foot_mm <- 13 # below them

# Rows of plots, below a title and above a caption; `heights` are shares of the
# page.
figure_page <- function(rows, title, subtitle, caption, heights = 1)
  structure(list(rows = rows, title = title, subtitle = subtitle,
                 caption = caption, heights = heights), class = "figure_page")

# Text, from `top` millimetres below the edge.
draw_words <- function(text, top, element) {
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
  grid::pushViewport(grid::viewport(layout = grid::grid.layout(
    count + 2, 1, heights = unit(c(page_head_mm, x$heights, page_foot_mm),
                                 c("mm", rep("null", count), "mm")))))
  for (i in seq_len(count))
    draw_row(x$rows[[i]], i + 1)
  grid::pushViewport(grid::viewport(layout.pos.row = count + 2))
  draw_words(x$caption, 1, "plot.caption")
  grid::popViewport(2)
}
