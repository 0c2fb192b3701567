# analysis/R/figure_sweep.R -- any sweep as a figure: time against what varies.
#
# No parameter is named here: results say what theirs are, and which of them are
# the workload's.

levels_of <- function(cases, columns) {
  vapply(columns, function(name) uniqueN(cases[[name]]), 0L)
}

# What the abscissa shows: of the workload's numbers the one with most levels;
# of equals a number of bytes, then the first.
choose_abscissa <- function(cases, results) {
  names <- Filter(function(name) is.numeric(cases[[name]]),
                  intersect(results$of_workload, names(cases)))
  if (length(names) == 0)
    return("procs")
  unit <- results$parameters$unit[match(names, results$parameters$name)]
  names[order(-levels_of(cases, names), !unit %in% "bytes")[1]]
}

# Of the columns given, those that vary within an algorithm: what only differs
# from one to the other, its name says.
varying <- function(cases, columns) {
  counts <- cases[, lapply(.SD, uniqueN), by = algorithm, .SDcols = columns]
  Filter(function(name) max(counts[[name]]) > 1, columns)
}

# "density 0.5, root 3": what these columns hold, in words.
name_levels <- function(cases, columns, without) {
  if (length(columns) == 0)
    return(factor(rep(without, nrow(cases))))
  words <- lapply(columns, function(name) {
    level <- cases[[name]]
    shown <- paste(gsub("_", " ", name),
                   if (is.numeric(level)) fifelse(
                     level == round(level), as.numeric(level),
                     signif(as.numeric(level), 3)) else level)
    fifelse(is.na(level) | level == "", "", shown)
  })
  text <- gsub("(, )+", ", ", do.call(paste, c(words, sep = ", ")))
  text <- sub(", $", "", sub("^, ", "", text))
  factor(text, unique(text[do.call(order, unname(lapply(columns, function(name)
    cases[[name]])))]))
}

# "bytes: of a message [bytes]", as the row's own table says.
label_parameter <- function(key, parameters) {
  row <- match(key, parameters$name)
  if (is.na(row))
    return("processes")
  unit <- parameters$unit[row]
  unit <- if (is.na(unit) || unit == key) "" else paste0(" [", unit, "]")
  paste0(gsub("_", " ", key), ": ", parameters$summary[row], unit)
}

# Logarithmic where the levels span a lot, and have a logarithm.
scale_abscissa <- function(levels, label) {
  is_wide <- all(levels > 0) && max(levels) >= 8 * min(levels)
  breaks <- sort(unique(levels))
  if (length(breaks) > 12)
    breaks <- waiver()
  scale_x_continuous(label, trans = if (is_wide) "log2" else "identity",
                     breaks = breaks, labels = format_plain)
}

format_plain <- function(x) vapply(x, format, "", scientific = FALSE,
                                   digits = 4, trim = TRUE)

# A shape a way to run an algorithm; as many columns of words as a page holds.
scale_variants <- function(variants) {
  shown <- variants[variants != ""]
  if (length(shown) == 0)
    return(scale_shape_manual(NULL, values = 19, guide = "none"))
  scale_shape_manual(NULL, breaks = shown, values = setNames(
    rep_len(c(19, 17, 15, 3, 7, 8, 0:2, 4:6), length(variants)), variants),
    guide = guide_legend(ncol = max(1, 100 %/% (max(nchar(shown)) + 6))))
}

# The looks that do not depend on what varies.
frame_sweep <- function(labels, timed, unit, title, cases, simulated) {
  spread <- if (simulated) "Every launch gives the same time"
            else paste0("Median, ", paste(unique(range(cases$samples)),
                                          collapse = " to "),
                        " samples a case, ",
                        sub("[.]$", "", words_of_interval(cases$launches)))
  list(scale_y_log10(paste("time of the", timed, unit),
                     labels = format_plain),
       scale_algorithms(labels), theme_quadrille(),
       labs(title = title, caption = paste0(
         spread, "; lines only guide the eye.",
         if (timed == "exchange")
           paste0("\n", words_of_bound(cases, labels)))))
}

# `cases` as summarise_sweep makes them of `results`.
figure_sweep <- function(cases, results, title) {
  x <- choose_abscissa(cases, results)
  own <- intersect(results$parameters$name, names(cases))
  traffic <- setdiff(intersect(results$of_workload, own), x)
  how <- c("mode", "nodes", "tasks_per_node", "mapping", "binding",
           setdiff(own, results$of_workload))
  cases <- copy(cases)
  set(cases, j = "panel", value = name_levels(cases, varying(cases, traffic),
                                              cases$workload[1]))
  set(cases, j = "how", value = name_levels(cases, varying(cases, how), ""))
  set(cases, j = "abscissa", value = as.numeric(cases[[x]]))
  cases[, is_curve := uniqueN(abscissa) > 1,
        by = .(algorithm, how, seed, procs, panel)]
  timed <- if (all(startsWith(cases$mode, "process:"))) "process"
           else if ("exchange_share" %in% names(cases)) "application"
           else "exchange"
  ggplot(cases, aes(abscissa, median_us,
                    colour = factor(algorithm, names(results$labels)))) +
    geom_line(aes(group = interaction(algorithm, how, seed)), alpha = 0.4,
              data = cases[is_curve == TRUE]) +
    geom_pointrange(aes(ymin = low_us, ymax = high_us, shape = how), size = 0.2,
                    position = position_dodge(width = 0.06), na.rm = TRUE) +
    (if (timed == "exchange") draw_bound(cases)) +
    facet_grid(rows = vars(procs), cols = vars(panel), scales = "free_y",
               labeller = labeller(
                 procs = function(p) paste(p, "processes"))) +
    scale_variants(levels(cases$how)) +
    scale_abscissa(cases$abscissa, label_parameter(x, results$parameters)) +
    frame_sweep(results$labels, timed,
                if (isTRUE(results$simulated)) "[simulated us]" else "[us]",
                title, cases, isTRUE(results$simulated))
}
