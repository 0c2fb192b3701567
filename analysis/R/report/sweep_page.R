# analysis/R/report/sweep_page.R -- the report of one sweep: what to use, the
# times, how precise they are, and what made them.

# "2.1 times", or a range of it.
words_of_gains <- function(from, to) {
  a <- format_gain(from)
  b <- format_gain(to)
  fifelse(a == b, a, paste(a, "to", b))
}

# Up to three names; `others` is how many variants there are.
words_of_tied <- function(names, others) {
  if (length(names) > 1 && length(names) == others)
    return("any other")
  more <- length(names) - 3
  paste0(paste(head(names, 3), collapse = ", "),
         if (more > 0) sprintf(" and %d more", more))
}

# A row per range of cases with one recommendation.
table_recommended <- function(recommended, results) {
  rows <- merge_cases(recommended$cases, recommended$factors)
  shown <- as.data.table(setNames(lapply(recommended$factors, function(name) {
    words_of_places(recommended$cases[[name]], rows[[paste0(name, ".from")]],
                    rows[[paste0(name, ".to")]])
  }), gsub("_", " ", recommended$factors)))
  numbers <- Filter(function(name) is.numeric(recommended$cases[[name]]),
                    recommended$factors)
  label <- function(variants) label_variant(variants, results$labels)
  tied <- vapply(strsplit(rows$tied, "; ", fixed = TRUE), function(names) {
    words_of_tied(label(names), nrow(recommended$ranked) - 1)
  }, "")
  has_gain <- !rows$known %in% c("none", "equal")
  columns <- data.table(
    use = label(rows$choice),
    `what is known` = trimws(paste(known_words[rows$known], tied)),
    `time of the next / its own` = fifelse(
      has_gain, words_of_gains(rows$gain, rows$gain_most), "--"),
    `95% interval` = fifelse(
      is.na(rows$gain_low), "--",
      paste(format_gain(rows$gain_low), "to", format_gain(rows$gain_high))),
    cases = rows$number)
  table_model(if (length(shown) > 0) cbind(shown, columns) else columns, paste(
    "The algorithm to use. Where several cannot be distinguished, the one that",
    "is best over all cases; the interval is then that of the fastest against",
    "the next."),
    kinds = c(setNames(rep("value", 2), names(columns)[3:4]), setNames(
      rep("value", length(numbers)), gsub("_", " ", numbers))),
    widths = c(`what is known` = 0.3))
}

# The first sentences: how much is known, and one algorithm for all.
describe_recommended <- function(recommended, results) {
  cases <- recommended$cases
  unit <- if (results$simulated) "patterns" else "launches"
  count <- function(what) sum(cases$known %in% what)
  parts <- c(
    sprintf("in %d one algorithm is faster than every other", count("faster")),
    sprintf("in %d no difference from another could be shown",
            count(c("none", "equal"))),
    sprintf("in %d the fastest has no interval, which needs %d %s",
            count(c("few", "pattern")), min_launches, unit))
  first <- recommended$ranked[1]
  name <- label_variant(first$variant, results$labels)
  of_all <- if (nrow(cases) == 1) ""
            else if (first$cases < nrow(cases))
              "No algorithm ran in every case."
            else if (first$most < 1.005)
              sprintf("One for all: %s is the fastest in every case.", name)
            else sprintf(paste(
              "One for all: %s takes %.2f times as long as the fastest on",
              "average (geometric), at most %.2f times (%s)."), name,
              first$mean_loss, first$most, first$at)
  c(sprintf("Of %d case%s: %s.", nrow(cases), if (nrow(cases) == 1) "" else "s",
            paste(parts[c(count("faster"), count(c("none", "equal")),
                          count(c("few", "pattern"))) > 0],
                  collapse = "; ")), of_all)
}

section_recommended <- function(recommended, results) {
  tags$section(
    `aria-labelledby` = "recommended",
    tags$h2(id = "recommended", "What to use"),
    if (is.null(recommended))
      tags$p("Nothing can be compared: no case has two algorithms",
             "(or two ways to run one) with messages in the same launches.")
    else htmltools::tagList(
      tags$p(class = "finding", paste(describe_recommended(
        recommended, results), collapse = " ")),
      html_table(table_recommended(recommended, results)),
      tags$p(class = "note", sprintf(paste(
        "Ratios of medians: Hodges-Lehmann estimates over %s, with Wilcoxon's",
        "95%% intervals. A difference is shown if its interval leaves out 1.",
        "Each interval is by itself: of 20 pairs of equal algorithms one would",
        "differ by chance. ./quadrille compare RESULTS --baseline ALGORITHM",
        "corrects for that."),
        if (results$simulated) "simulated patterns"
        else "launches (one mpirun each)"))))
}

# A figure that is not made smaller than it can be read, with its files.
figure_of_sweep <- function(figure) {
  name <- sub("[.]svg$", "", basename(figure$file))
  tags$figure(
    tags$div(class = "drawing", tabindex = "0", role = "group",
             `aria-label` = paste("figure", name),
             svg_with_label(figure$inline, figure$caption)),
    tags$figcaption(paste0(figure$caption, " "),
                    tags$a(href = paste0(name, ".svg"), ".svg"),
                    tags$a(href = paste0(name, ".csv"), ".csv")))
}

sections_of_figures <- function(figures) {
  titles <- c(figure = "Times", best = "Map of the best algorithm",
              phases = "Phases")
  Map(function(figure, name) {
    tags$section(`aria-labelledby` = name, tags$h2(id = name, titles[[name]]),
                 figure_of_sweep(figure))
  }, unname(figures), names(figures))
}

sections_of_sweep <- function(page) {
  links <- c(recommended = "what to use", setNames(
    c("times", "map", "phases")[match(names(page$figures),
                                      c("figure", "best", "phases"))],
    names(page$figures)), precision = "precision", made = "made with")
  htmltools::tagList(
    tags$header(tags$h1(page$title), tags$p(page$what)),
    tags$nav(`aria-label` = "sections", unname(Map(function(where, words)
      tags$a(href = paste0("#", where), words), names(links), links))),
    section_recommended(page$recommended, page$results),
    sections_of_figures(page$figures),
    section_precision(page),
    section_sweep_made(page))
}

# `page`: title, what (a sentence), results, cases, recommended, figures,
# precision (the one wanted), folder.
write_sweep_page <- function(file, page, style_folder) {
  inline <- inline_figures(page$figures)
  page$figures <- inline$figures
  write_page(file, page$title, sections_of_sweep(page), inline,
             file.path(style_folder, c("report.css", "sweep.css")))
}
