# analysis/R/theme.R -- every constant of the figures' looks.

figure_width_in <- 7.2 # a page's text width
figure_height_in <- 4.4
figure_font <- "DejaVu Sans"

# Colours that stay apart for colour-blind readers (Okabe and Ito).
algorithm_colours <- c(ls = "#999999", ps = "#0072B2", bs = "#009E73",
                       gs = "#D55E00")
algorithm_labels <- c(ls = "Linear (LS)", ps = "Pairwise (PS)",
                      bs = "Balanced (BS)", gs = "Greedy (GS)")

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
  write(temporary)
  if (!file.rename(temporary, file))
    stop("cannot write ", file)
}

save_figure <- function(plot, file) {
  write_whole(file, function(temporary) {
    svg(temporary, width = figure_width_in, height = figure_height_in)
    print(plot)
    invisible(dev.off())
  })
}
