# analysis/R/figures/figure_words.R -- what a figure says: its finding as the
# title, what it shows below, and the numbers for those who do not see it.

wrap_words <- function(texts, width) {
  paste(unlist(lapply(texts, strwrap, width)), collapse = "\n")
}

# `numbers` is the alternative text without the finding.
label_figure <- function(finding, shows, numbers, caption = NULL, ...) {
  labs(title = wrap_words(finding, 84), subtitle = wrap_words(shows, 98),
       caption = if (!is.null(caption)) wrap_caption(caption),
       alt = paste0(finding, ". ", numbers), ...)
}

# Of a plot, or a page of several.
alt_of_figure <- function(plot) {
  if (is.ggplot(plot)) plot$labels$alt else plot$alt
}

# "1.2 to 34": the range of numbers with three digits.
words_of_range <- function(x) {
  if (all(is.na(x)))
    return("none")
  paste(unique(format_plain(signif(range(x, na.rm = TRUE), 3))),
        collapse = " to ")
}

# Times of each curve by panel.
describe_curves <- function(points, axis, unit) {
  rows <- points[order(abscissa), .(words = sprintf(
    "%s %s %s", curve, paste(unique(format_plain(signif(
      median_us[c(1, .N)] / unit$us, 3))), collapse = " to "), unit$name)),
    by = .(panel, curve = as.character(curve))]
  rows <- rows[, .(words = paste(words, collapse = ", ")), by = panel]
  sprintf("From %s to %s, %s: %s.", format_plain(min(points$abscissa)),
          format_plain(max(points$abscissa)), axis,
          paste0(fifelse(rows$panel == "", "", paste0(rows$panel, ": ")),
                 rows$words, collapse = "; "))
}

describe_ratios <- function(ratio) {
  if (all(is.na(ratio)))
    return("")
  sprintf(" Simulated / printed: median %.2f, %s.",
          median(ratio, na.rm = TRUE), words_of_range(ratio))
}

# "68 of 80 printed times are within 25%, 40 within 10%".
count_ratios <- function(ratio) {
  off <- exp(abs(log(ratio[!is.na(ratio)])))
  sprintf("%d of %d printed times are reproduced within 25%%, %d within 10%%",
          sum(off <= 1.25), length(off), sum(off <= 1.1))
}

# The sentence of `finding`, in the language of claims, of runs by experiment.
evaluate_finding <- function(finding, runs) {
  samples <- rbindlist(Map(function(run, name) {
    copy(run$samples)[, experiment := sub("_stages$", "", name)]
  }, runs, names(runs)), fill = TRUE)
  found <- tryCatch(evaluate(finding, widen(samples)),
                    error = function(e) NA, warning = function(w) NA)
  if (!is.character(found) || length(found) != 1 ||
        grepl("\\b(NA|NaN|Inf)\\b", found))
    "Some of its configurations did not run"
  else found
}
