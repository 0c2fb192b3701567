# analysis/R/report/html_page.R -- a page of its own: one HTML file that needs
# no other.

# An svg from inline_figures(); `label` is its text alternative.
svg_with_label <- function(svg, label) {
  htmltools::HTML(paste0(
    "<svg role=\"img\" aria-label=\"",
    htmltools::htmlEscape(label, attribute = TRUE), "\" ",
    sub("^ *<svg ", "", svg)))
}

# The figures, each with its svg as `inline`; and what the page needs for them.
inline_figures <- function(figures) {
  inline <- inline_svgs(vapply(figures, `[[`, "", "file"))
  inline$figures <- Map(function(figure, svg) c(figure, inline = svg), figures,
                        inline$figures)
  inline
}

# `styles` and `scripts` are files; `inline` is from inline_figures().
write_page <- function(file, title, body, inline, styles,
                       scripts = character()) {
  read <- function(files) unlist(lapply(files, readLines))
  write_whole(file, function(temporary) {
    writeLines(c("<!doctype html>", "<html lang=\"en\"><head>",
                 "<meta charset=\"utf-8\">",
                 "<meta name=\"viewport\" content=\"width=device-width\">",
                 paste0("<title>", htmltools::htmlEscape(title), "</title>"),
                 "<style>", read(styles), inline$css, "</style>",
                 "</head><body><main>", inline$shared,
                 gsub("\n *", "\n", as.character(body)), "</main>",
                 if (length(scripts) > 0)
                   c("<script>", read(scripts), "</script>"),
                 "</body></html>"), temporary)
  })
}
