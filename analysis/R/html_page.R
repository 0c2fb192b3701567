# analysis/R/html_page.R -- a page of its own: one HTML file that needs no
# other.

# A figure from inline_svgs(); `label` is its text alternative.
svg_with_label <- function(svg, label) {
  htmltools::HTML(paste0(
    "<svg role=\"img\" aria-label=\"",
    htmltools::htmlEscape(label, attribute = TRUE), "\" ",
    sub("^ *<svg ", "", svg)))
}

# `styles` and `scripts` are files; `inline` is from inline_svgs().
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
