# analysis/R/figures/figure_sweep.R -- any sweep: time against what varies.
#
# No parameter is named here: results list their parameters, and which of them
# are the workload's.

levels_of <- function(cases, columns) {
  vapply(columns, function(name) uniqueN(cases[[name]]), 0L)
}

# The abscissa: of the numbers that every algorithm has, the one with the most
# values; among equals the workload's before the algorithms', then a number of
# bytes, then the first.
choose_abscissa <- function(cases, results) {
  names <- Filter(function(name) {
    is.numeric(cases[[name]]) && !anyNA(cases[[name]])
  }, intersect(c(results$of_workload, results$parameters$name), names(cases)))
  if (length(names) == 0)
    return("procs")
  unit <- results$parameters$unit[match(names, results$parameters$name)]
  names[order(-levels_of(cases, names), !names %in% results$of_workload,
              !unit %in% "bytes")[1]]
}

# The unit in which the median time has one to three digits.
choose_unit <- function(times_us) {
  middle <- median(times_us)
  if (middle >= 1e6) list(name = "s", us = 1e6)
  else if (middle >= 1e3) list(name = "ms", us = 1e3)
  else list(name = "us", us = 1)
}

# One point for all seeds, as the patterns of seeds have no order. The bars then
# go from the smallest to the largest.
over_seeds <- function(cases, factors) {
  cases[, {
    is_one <- uniqueN(seed) == 1
    .(seeds = uniqueN(seed), launches = min(launches),
      samples = sum(samples), bound_us = mean(bound_us),
      low_us = if (is_one) low_us[1] else min(median_us),
      high_us = if (is_one) high_us[1] else max(median_us),
      median_us = mean(median_us))
  }, by = factors]
}

# The given columns that vary within an algorithm; the algorithm's name covers
# the others.
varying <- function(cases, columns) {
  counts <- cases[, lapply(.SD, uniqueN), by = algorithm, .SDcols = columns]
  Filter(function(name) max(counts[[name]]) > 1, columns)
}

# "density 0.5, root 3": the values of these columns in words.
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

# "bytes: of a message [bytes]", from the table of parameters.
label_parameter <- function(key, parameters) {
  row <- match(key, parameters$name)
  if (is.na(row))
    return("processes")
  unit <- parameters$unit[row]
  unit <- if (is.na(unit) || unit == key) "" else paste0(" [", unit, "]")
  paste0(gsub("_", " ", key), ": ", parameters$summary[row], unit)
}

# Logarithmic if the values span a wide range; the axis starts at the smallest.
trans_of_abscissa <- function(levels) {
  positive <- sort(unique(levels[levels > 0]))
  is_wide <- all(levels >= 0) && length(positive) > 1 &&
    max(positive) >= 8 * min(positive)
  if (!is_wide) scales::identity_trans()
  else if (min(levels) > 0) scales::log2_trans()
  else scales::pseudo_log_trans(positive[1] / 2, 2)
}

# `right` is the share of the axis that is free at its end.
scale_abscissa <- function(levels, label, right = 0.05, max_breaks = 12) {
  breaks <- sort(unique(levels))
  if (length(breaks) > max_breaks)
    breaks <- waiver()
  scale_x_continuous(label, trans = trans_of_abscissa(levels), breaks = breaks,
                     labels = format_plain,
                     expand = expansion(mult = c(0.05, right)),
                     guide = guide_axis(check.overlap = TRUE))
}

format_plain <- function(x) vapply(x, format, "", scientific = FALSE,
                                   digits = 4, trim = TRUE)

# A point shape per way to run an algorithm; as many legend columns as fit the
# page.
scale_variants <- function(variants) {
  shown <- variants[variants != ""]
  if (length(shown) == 0)
    return(scale_shape_manual(NULL, values = 19, guide = "none"))
  labels <- shorten(shown, 80)
  scale_shape_manual(NULL, breaks = shown, labels = labels, values = setNames(
    rep_len(c(19, 17, 15, 3, 7, 8, 0:2, 4:6), length(variants)), variants),
    guide = guide_legend(ncol = max(1, 100 %/% (max(nchar(labels)) + 6))))
}

# The caption's sentence on points and bars.
words_of_points <- function(cases, simulated) {
  seeds <- range(cases$seeds)
  if (seeds[2] > 1)
    return(sprintf("%s over %s seeds, bars: smallest to largest",
                   if (simulated) "Mean" else "Mean of medians",
                   paste(unique(seeds), collapse = " to ")))
  launches <- max(cases$launches)
  if (simulated)
    return(if (launches > 1) sprintf("Mean over %d launches", launches)
           else "One launch, simulated")
  paste0("Median, ", paste(unique(range(cases$samples)), collapse = " to "),
         " samples a case, ",
         sub("[.]$", "", words_of_interval(cases$launches)))
}

wrap_caption <- function(texts) wrap_words(texts, 126)

# The mode of each algorithm that has a schedule and ran in one mode only;
# several modes have different shapes.
modes_of <- function(cases) {
  cases[!mode %in% c("library", "dynamic", "") & !startsWith(mode, "process:"),
        if (uniqueN(mode) == 1) .(mode = mode[1]), by = algorithm]
}

# A label has the mode where algorithms ran in different ones.
label_modes <- function(labels, cases) {
  modes <- modes_of(cases)
  if (uniqueN(modes$mode) > 1)
    labels[modes$algorithm] <- paste0(labels[modes$algorithm], ", ", modes$mode)
  labels
}

# The mode that all schedules ran in.
words_of_mode <- function(cases) {
  shared <- unique(modes_of(cases)$mode)
  if (length(shared) == 1) sprintf(" Mode of schedules: %s.", shared)
}

# Scales and themes that do not depend on what varies.
frame_sweep <- function(labels, timed, unit, title, cases, simulated) {
  words <- c(paste0(words_of_points(cases, simulated),
                    "; lines only guide the eye.", words_of_mode(cases)),
             if (timed == "exchange") words_of_bound(cases, labels))
  named <- label_modes(labels, cases)
  drawn <- intersect(names(named), cases$algorithm)
  list(scale_y_log10(paste0("time of the ", timed, " [",
                            if (simulated) "simulated ", unit$name, "]"),
                     labels = format_plain),
       scale_algorithms(named), theme_quadrille(),
       guides(colour = guide_legend(ncol = max(1, min(
         length(drawn), 96 %/% (max(nchar(named[drawn])) + 7))))),
       labs(title = shorten(title, 76), caption = wrap_caption(words)))
}

# The cases as drawn: seeds merged, panels and ways in words, times in the
# figure's unit.
prepare_sweep <- function(cases, results, unit) {
  x <- choose_abscissa(cases, results)
  own <- intersect(results$parameters$name, names(cases))
  traffic <- setdiff(intersect(results$of_workload, own), x)
  how <- setdiff(c("mode", "nodes", "tasks_per_node", "mapping", "binding",
                   setdiff(own, results$of_workload)), x)
  cases <- over_seeds(cases, unique(c(
    setdiff(c(traffic_columns, variant_columns), c("seed", "parameters")),
    own)))
  set(cases, j = "panel", value = name_levels(cases, varying(cases, traffic),
                                              cases$workload[1]))
  set(cases, j = "how", value = name_levels(cases, varying(cases, how), ""))
  set(cases, j = "abscissa", value = as.numeric(cases[[x]]))
  for (column in c("median_us", "low_us", "high_us", "bound_us"))
    set(cases, j = column, value = cases[[column]] / unit$us)
  cases[, is_curve := uniqueN(abscissa) > 1,
        by = .(algorithm, how, procs, panel)][]
}

# A row for each number of processes and a column for each panel, or, where
# these would be narrow, three in a row.
max_columns <- 4
is_wrapped <- function(panels) nlevels(panels) > max_columns

draw_panels <- function(panels) {
  words <- labeller(procs = function(p) paste(p, "processes"),
                    panel = function(p) make.unique(shorten(p, 100 %/% min(
                      nlevels(panels), 3))))
  if (is_wrapped(panels))
    facet_wrap(vars(procs, panel), ncol = 3, scales = "free_y",
               labeller = words)
  else facet_grid(rows = vars(procs), cols = vars(panel), scales = "free_y",
                  labeller = words)
}

# The height that leaves room for each row of panels.
height_sweep_in <- function(plot) {
  panels <- unique(plot$data[, .(procs, panel)])
  rows <- if (is_wrapped(plot$data$panel)) ceiling(nrow(panels) / 3)
          else uniqueN(panels$procs)
  max(figure_height_in, 1.9 + 1.5 * rows)
}

# `cases` is from summarise_sweep of `results`.
figure_sweep <- function(cases, results, title) {
  x <- choose_abscissa(cases, results)
  timed <- if (all(startsWith(cases$mode, "process:"))) "process"
           else if ("exchange_share" %in% names(cases)) "application"
           else "exchange"
  unit <- choose_unit(cases$median_us)
  cases <- prepare_sweep(cases, results, unit)
  ggplot(cases, aes(abscissa, median_us,
                    colour = factor(algorithm, names(results$labels)))) +
    (if (timed == "exchange") draw_bound(cases)) +
    (if (any(cases$is_curve))
      geom_line(aes(group = interaction(algorithm, how)), alpha = 0.4,
                data = cases[is_curve == TRUE])) +
    geom_linerange(aes(ymin = low_us, ymax = high_us),
                   data = cases[!is.na(low_us)],
                   position = position_dodge(width = 0.06)) +
    geom_point(aes(shape = how), size = 1.6,
               position = position_dodge(width = 0.06)) +
    draw_panels(cases$panel) +
    scale_variants(levels(cases$how)) +
    scale_abscissa(cases$abscissa, label_parameter(x, results$parameters)) +
    frame_sweep(results$labels, timed, unit, title, cases,
                isTRUE(results$simulated))
}

# The columns that make curves of one panel.
factors_of_curves <- function(cases, results) {
  c("algorithm", "mode", "mapping", "binding",
    setdiff(intersect(results$parameters$name, names(cases)),
            results$of_workload))
}

# The cases of as many curves as can be distinguished, those that are nearest to
# the fastest on average: list of cases, and how many curves were left out.
choose_curves <- function(cases, results) {
  factors <- factors_of_curves(cases, results)
  traffic <- setdiff(c(traffic_columns, intersect(results$of_workload,
                                                  names(cases))),
                     c("mapping", "binding"))
  losses <- copy(cases)[, loss := log(median_us / min(median_us)), by = traffic]
  ranked <- losses[, .(loss = mean(loss)), by = factors][order(loss)]
  list(cases = cases[head(ranked, max_curves), on = factors, nomatch = NULL],
       left_out = max(0, nrow(ranked) - max_curves))
}

# The message for a figure with too many curves in a panel: how many, and which
# factor to fix at one value; NULL otherwise.
words_of_crowd <- function(cases, results) {
  factors <- factors_of_curves(cases, results)
  crowd <- prepare_sweep(cases, results, choose_unit(cases$median_us))[
    , uniqueN(paste(algorithm, how)), by = .(procs, panel)]
  if (max(crowd$V1) <= max_curves)
    return(NULL)
  levels <- levels_of(cases, factors)
  sprintf(paste("%d curves in a panel, more than %d are hard to distinguish:",
                "sweep one value of %s only"), max(crowd$V1), max_curves,
          paste(sprintf("%s (%d)", factors, levels)[levels > 1],
                collapse = " or "))
}
