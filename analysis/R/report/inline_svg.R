# analysis/R/report/inline_svg.R -- figures as parts of a page, a quarter as
# long as their files.
#
# A file has each letter as an outline of its own, each shape's style in full,
# and points as two curves. On a page all figures share both: outlines are
# symbols, styles classes; points are circles.

# Replaces what matches by what `by` makes of the matches.
replace_matches <- function(text, pattern, by) {
  at <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, at) <- list(by(regmatches(text, at)[[1]]))
  text
}

# Shortens without a visible change: a point is 1/72 inch.
shorten_svg <- function(text, digits) {
  text <- gsub(sprintf("([.][0-9]{%d})[0-9]+", digits), "\\1", text,
               perl = TRUE)
  text <- gsub("([.][0-9]*?)0+(?![0-9])", "\\1", text, perl = TRUE)
  text <- gsub("[.](?![0-9])", "", text, perl = TRUE)
  text <- gsub("(Z) M [-0-9. ]+\"", "\\1\"", text)
  text <- gsub(" ?([MLCZ]) ?", "\\1", sub(" \"$", "\"", text))
  gsub(rectangle_path, "M\\1 \\2H\\3V\\4H\\1Z", text, perl = TRUE)
}

# The horizontal side first; a clipped line of a grid is one, too.
rectangle_path <- gsub("X", "([-0-9.]+)", paste0(
  "MX XL", "X \\2L", "\\3 XL", "\\1 \\4Z"), fixed = TRUE)

# A path of two curves between the ends of a diameter.
circle_path <- gsub("X", "([-0-9.]+)", paste0(
  "<path ([^>]*)d=\"M X X C \\2 X X \\4 \\5 \\3 ",
  "C \\5 X \\2 \\6 \\2 \\3 \"/>"), fixed = TRUE)

circle_of_match <- function(matches) {
  part <- function(number) {
    as.numeric(sub(circle_path, paste0("\\", number), matches, perl = TRUE))
  }
  ends <- list(part(2), part(5))
  sprintf("<circle %scx=\"%s\" cy=\"%s\" r=\"%s\"/>",
          sub(circle_path, "\\1", matches, perl = TRUE),
          round((ends[[1]] + ends[[2]]) / 2, 1), round(part(3), 1),
          round(abs(ends[[1]] - ends[[2]]) / 2, 2))
}

colour_of_match <- function(matches) {
  shares <- regmatches(matches, gregexpr("[0-9.]+", matches))
  vapply(shares, function(one) {
    do.call(rgb, as.list(as.numeric(one) / 100))
  }, "")
}

shorten_style <- function(style) {
  style <- gsub("(fill-opacity|stroke-opacity):1;|stroke-miterlimit:10;", "",
                style)
  replace_matches(style, "rgb[(][^)]*[)]", colour_of_match)
}

# cairo 1.18 writes letters as groups, and styles as attributes; 1.16 as symbols
# and in one attribute each, which is what is read here.
as_old_cairo <- function(text) {
  text <- gsub("<g id=\"(glyph-[-0-9]+)\">(.*?)</g>",
               "<symbol id=\"\\1\">\\2</symbol>", text, perl = TRUE)
  styles <- "( (fill|stroke)[-a-z]*=\"[^\"]*\")+"
  replace_matches(text, styles, function(found) {
    sprintf(" style=\"%s\"",
            gsub(" ([-a-z]+)=\"([^\"]*)\"", "\\1:\\2;", found))
  })
}

# A dictionary that numbers what it is given.
new_numbering <- function(prefix) {
  known <- character()
  list(of = function(values) {
    known <<- c(known, setdiff(values, known))
    paste0(prefix, match(values, known))
  }, all = function() known)
}

# The files as inline figures: `figures`, and what they share, `shared`.
inline_svgs <- function(files) {
  outlines <- new_numbering("g")
  styles <- new_numbering("s")
  attribute <- function(matches, name) {
    sub(paste0(".*", name, "=\"([^\"]*)\".*"), "\\1", matches)
  }
  inline <- function(file, number) {
    text <- paste(readLines(file, warn = FALSE), collapse = " ")
    text <- gsub("> +<", "><", sub("^<[?]xml[^>]*> *", "", text))
    text <- as_old_cairo(text)
    symbol <- "<symbol [^>]*>.*?</symbol>"
    symbols <- regmatches(text, gregexpr(symbol, text, perl = TRUE))[[1]]
    # A blank may have no path.
    paths <- sub(".*? d=\"([^\"]*)\".*|.*", "\\1", symbols, perl = TRUE)
    names <- setNames(outlines$of(shorten_svg(paste0("d=\"", paths, "\""), 2)),
                      attribute(symbols, "id"))
    text <- gsub(symbol, "", text, perl = TRUE)
    text <- gsub("xlink:href", "href", text, fixed = TRUE)
    text <- replace_matches(text, circle_path, circle_of_match)
    text <- replace_matches(text, "href=\"#glyph[^\"]*\"", function(found) {
      sprintf("href=\"#%s\"", names[sub("href=\"#([^\"]*)\"", "\\1", found)])
    })
    # Names that a figure has for itself alone: of a clip, surface, mask, image.
    text <- gsub("(id=\"|url[(]#)([csmi])[a-z]+",
                 paste0("\\1f", number, "\\2"), text)
    text <- replace_matches(text, "style=\"[^\"]*\"", function(found) {
      style <- vapply(attribute(found, "style"), shorten_style, "")
      sprintf("class=\"%s\"", styles$of(style))
    })
    text <- sub("^(<svg [^>]*?) width=\"[^\"]*\" height=\"[^\"]*\"", "\\1",
                text, perl = TRUE)
    text <- gsub(" clip-rule=\"nonzero\"", "", text, fixed = TRUE)
    replace_matches(text, " (d|x|y)=\"[^\"]*\"", function(found) {
      shorten_svg(found, 1)
    })
  }
  figures <- mapply(inline, files, seq_along(files))
  list(
    figures = figures,
    shared = paste0(
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" ",
      "style=\"position:absolute\"><defs>",
      paste0("<symbol id=\"", outlines$of(outlines$all()),
             "\" overflow=\"visible\"><path ", outlines$all(),
             "/></symbol>", collapse = ""), "</defs></svg>"),
    css = paste0(".", styles$of(styles$all()), "{", styles$all(), "}"))
}
