# analysis/R/theme.R -- every constant of the figures' looks.

figure_width_in <- 7.2 # a page's text width
figure_height_in <- 4.4
figure_font <- "DejaVu Sans"

# Colours that stay apart for colour-blind readers (Okabe and Ito), in the order
# in which an experiment names its algorithms.
palette_colours <- c("#999999", "#0072B2", "#009E73", "#D55E00", "#CC79A7",
                     "#56B4E9", "#E69F00", "#000000")

# One colour an algorithm; `labels` is named by the algorithms' names.
scale_algorithms <- function(labels) {
  scale_colour_manual(NULL, breaks = names(labels), labels = labels,
                      values = setNames(rep_len(palette_colours,
                                                length(labels)),
                                        names(labels)))
}

theme_quadrille <- function() {
  theme_bw(base_size = 10, base_family = figure_font) +
    theme(legend.position = "bottom", legend.box = "vertical",
          legend.margin = margin(0, 0, 0, 0),
          legend.spacing.y = unit(1, "mm"),
          panel.grid.minor = element_blank(),
          strip.background = element_rect(fill = "grey95", colour = NA),
          plot.title = element_text(size = 11),
          plot.subtitle = element_text(size = 9, colour = "grey30"),
          plot.caption = element_text(size = 7, colour = "grey40",
                                      hjust = 0))
}

# Writes a file by a temporary name and a rename, so that none is ever half
# there.
write_whole <- function(file, write) {
  temporary <- paste0(file, ".tmp")
  on.exit(unlink(temporary)) # of a write that failed
  write(temporary)
  if (!file.rename(temporary, file))
    stop("cannot write ", file)
}

save_figure <- function(plot, file, height_in = figure_height_in) {
  write_whole(file, function(temporary) {
    # It takes a '%' for the number of a page.
    svg(gsub("%", "%%", temporary, fixed = TRUE), width = figure_width_in,
        height = height_in)
    print(plot)
    invisible(dev.off())
  })
}
