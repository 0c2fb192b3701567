# analysis/R/figures/theme.R -- all constants of the figures' style.

figure_width_in <- 6.6 # the paper's text width: type has its size there
figure_height_in <- 3.4
figure_font <- "DejaVu Sans"
min_type_pt <- 7 # of any letter, in the paper
label_mm <- min_type_pt / .pt # of words in a panel
printed_shape <- 0 # an open square is a number printed in a paper

# Colours that colour-blind readers can distinguish (Okabe and Ito), in the
# order in which an experiment names its algorithms. Their grey, sky blue and
# orange are darker here, as a contrast of 3 to the page needs.
palette_colours <- c("#8A8A8A", "#0072B2", "#009E73", "#D55E00", "#CC79A7",
                     "#2299CC", "#6E5A00", "#000000")

# An algorithm keeps its colour through all figures; similar ones of different
# papers share a colour. Algorithms of an MPI library are black.
known_colours <- c(
  lex = 1, ls = 1, lib = 1, concat = 1, lp_barrier = 1,
  pex = 2, ps = 2, rs_n = 2, rex = 3, reb = 3, rs_nh = 3,
  bex = 4, bs = 4, drs_n = 4, gs = 5, drs_n_polling = 5, active_message = 5,
  lp = 6, ac = 7, scattered = 7, two_stage = 8)

# A colour per algorithm, by name. Of two with the same colour in a figure, the
# later takes an unused one; so does an unknown algorithm.
colours_of <- function(algorithms) {
  number <- known_colours[algorithms]
  number[startsWith(algorithms, "mpi_")] <- length(palette_colours)
  number[duplicated(number)] <- NA
  left <- setdiff(seq_along(palette_colours), number)
  if (length(left) == 0)
    left <- seq_along(palette_colours)
  number[is.na(number)] <- rep_len(left, sum(is.na(number)))
  setNames(palette_colours[number], algorithms)
}

# `labels` is named by the algorithms' names.
scale_algorithms <- function(labels) {
  scale_colour_manual(NULL, breaks = names(labels), labels = labels,
                      values = colours_of(names(labels)))
}

theme_quadrille <- function() {
  theme_bw(base_size = 9, base_family = figure_font) +
    theme(legend.position = "bottom", legend.box = "vertical",
          legend.margin = margin(0, 0, 0, 0),
          legend.spacing.y = unit(1, "mm"),
          legend.key.height = unit(4, "mm"),
          axis.title = element_text(size = 8),
          panel.grid.minor = element_blank(),
          strip.background = element_rect(fill = "grey95", colour = NA),
          plot.title = element_text(size = 10),
          plot.title.position = "plot", plot.caption.position = "plot",
          plot.subtitle = element_text(size = 8, colour = "grey30"),
          plot.caption = element_text(size = min_type_pt, colour = "grey40",
                                      hjust = 0))
}

# A legend in the panel, its corner at the same place as the panel's; ggplot2
# 3.5 has an element for it.
legend_inside <- function(x, y) {
  at <- c(0.02, 0.98)[c(x, y) + 1]
  place <- if ("legend.position.inside" %in% names(formals(theme)))
    theme(legend.position = "inside", legend.position.inside = at)
  else theme(legend.position = at)
  place + theme(legend.justification = c(x, y))
}

# Writes a file under a temporary name and renames it, so that it is complete.
write_whole <- function(file, write) {
  # A new name: others may write the same file, or have put a link there.
  temporary <- tempfile(paste0(".", basename(file), "."), dirname(file))
  give_up <- function(...) {
    unlink(temporary)
    refuse("cannot write ", file, ...)
  }
  tryCatch(write(temporary), error = function(condition) {
    give_up(": ", conditionMessage(condition))
  })
  if (!suppressWarnings(file.rename(temporary, file)))
    give_up()
}

# Fails if a file does not end so: on a full disk a device only stops writing.
require_end <- function(file, end) {
  last <- utils::tail(readBin(file, "raw", file.size(file)), 64)
  if (length(grepRaw(end, last, fixed = TRUE)) == 0)
    stop("its end is missing; is there no space left?", call. = FALSE)
}

# The device numbers the surfaces of a process; a file's own begin at 1, so that
# a figure is the same drawn alone.
number_surfaces <- function(file) {
  lines <- readLines(file, warn = FALSE)
  pattern <- "surface[0-9]+"
  used <- unique(unlist(regmatches(lines, gregexpr(pattern, lines))))
  found <- gregexpr(pattern, lines)
  regmatches(lines, found) <- lapply(regmatches(lines, found), function(ids) {
    sprintf("surface%d", match(ids, used))
  })
  writeLines(lines, file)
}

# Builds a plot. A character as point shape would be drawn in the machine's
# font; shapes are lines.
lay_out <- function(plot) {
  built <- ggplot_build(plot)
  shapes <- unlist(lapply(built$data, `[[`, "shape"))
  if (!is.null(shapes) && !all(shapes %in% 0:25))
    stop("shape '", setdiff(shapes, 0:25)[1], "'; accepted: 0 to 25")
  ggplot_gtable(built)
}

# A device's function, what it needs more, and how its files end.
figure_devices <- list(
  svg = list(open = svg, end = "</svg>"),
  pdf = list(open = cairo_pdf, end = "%%EOF"),
  png = list(open = png, more = list(units = "in", res = 144, type = "cairo"),
             end = "IEND"))

# As svg, pdf or png, by the file's ending; a plot, or what lay_out made of it.
# Returns the latter, for other formats: laying out takes most of the time.
save_figure <- function(plot, file, height_in = figure_height_in,
                        width_in = figure_width_in) {
  device <- figure_devices[[sub(".*[.]", "", file)]]
  write_whole(file, function(temporary) {
    # The device replaces '%' by the page number.
    do.call(device$open, c(list(gsub("%", "%%", temporary, fixed = TRUE),
                                width = width_in, height = height_in,
                                family = figure_font), device$more))
    if (inherits(plot, "figure_page")) {
      print(plot) # lays its plots out itself
    } else {
      grid::grid.newpage() # laying out would begin another page
      if (inherits(plot, "ggplot"))
        plot <<- lay_out(plot)
      grid::grid.draw(plot)
    }
    invisible(dev.off())
    require_end(temporary, device$end)
    if (endsWith(file, ".pdf"))
      forget_date(temporary)
    if (endsWith(file, ".svg"))
      number_surfaces(temporary)
  })
  invisible(plot)
}

# A text of at most `width` letters; the middle of a longer one is left out.
shorten <- function(text, width) {
  long <- nchar(text) > width
  half <- (width - 1) %/% 2
  fifelse(long, paste0(substr(text, 1, width - 1 - half), "\u2026",
                       substring(text, nchar(text) - half + 1)), text)
}
