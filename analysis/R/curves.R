# analysis/R/curves.R -- data of a figure of curves.
#
# A figure is an entry of paper/figures.yaml. Its cases come from one or more
# sweeps on one machine; `runs` is a list by experiment, as from read_results,
# with the machine's `network`.

shape_panel <- shape_record(
  list(from = shape_names),
  list(title = shape_text, where = shape_filter,
       curves = shape_list(shape_filter)))
shape_figure <- shape_record(
  list(name = shape_name, title = shape_text, machine = shape_name,
       abscissa = shape_name, axis = shape_text, claims = shape_words,
       panels = shape_list(shape_panel)),
  list(note = shape_text, labels = shape_map(shape_text),
       printed = shape_record(list(table = shape_word, quantity = shape_name)),
       down = shape_record(list(column = shape_name, axis = shape_text))))

# The entries of figures.yaml, by name.
read_figures <- function(file) {
  figures <- read_shaped_yaml(file, shape_list(shape_figure))
  names(figures) <- vapply(figures, `[[`, "", "name")
  if (anyDuplicated(names(figures)))
    refuse(file, ": figure ", names(figures)[anyDuplicated(names(figures))],
           " is there twice")
  figures
}

# Whether a case matches `filter`, a list of values per column.
has_values <- function(cases, filter) {
  kept <- lapply(names(filter), function(key) {
    if (!key %in% names(cases))
      refuse("figures.yaml: '", key, "' is no column; accepted: ",
             paste(names(cases), collapse = " "))
    as.character(cases[[key]]) %in% as.character(filter[[key]])
  })
  Reduce(`&`, kept, rep(TRUE, nrow(cases)))
}

title_of_panel <- function(panel) {
  if (is.null(panel$title)) "" else panel$title
}

# The cases of one panel; NULL if a sweep has not run.
cases_of_panel <- function(panel, runs) {
  ran <- Filter(Negate(is.null), runs[panel$from])
  if (length(ran) < length(panel$from))
    return(NULL)
  cases <- rbindlist(lapply(ran, summarise_sweep), fill = TRUE)
  cases <- cases[has_values(cases, panel$where)]
  if (!is.null(panel$curves))
    cases <- cases[Reduce(`|`, lapply(panel$curves, has_values,
                                      cases = cases))]
  title <- title_of_panel(panel)
  cases[, panel := title]
}

# The algorithm's parameters that vary between cases, without those of the
# workload.
own_parameters <- function(runs) {
  unique(unlist(lapply(runs, function(one) {
    setdiff(intersect(one$parameters$name, names(one$samples)), one$of_workload)
  })))
}

# The words for each algorithm: the results', but for those that the figure has.
labels_of_figure <- function(figure, runs) {
  labels <- unlist(unname(lapply(runs, `[[`, "labels")))
  other <- unlist(figure$labels)
  unknown <- setdiff(names(other), names(labels))
  if (length(unknown) > 0)
    refuse("figures.yaml: ", figure$name, ": labels: '", unknown[1],
           "'; accepted: ", paste(unique(names(labels)), collapse = " "))
  replaced <- names(labels) %in% names(other)
  labels[replaced] <- other[names(labels)[replaced]]
  labels
}

# A row per point: panel, curve, abscissa, and times [us]; NULL if a sweep has
# not run. A curve's name is the algorithm's name in the papers and its
# parameters that vary.
curves_of_figure <- function(figure, runs) {
  runs <- runs[unique(unlist(lapply(figure$panels, `[[`, "from")))]
  panels <- lapply(figure$panels, cases_of_panel, runs = runs)
  if (any(vapply(panels, is.null, NA)))
    return(NULL)
  cases <- rbindlist(panels, fill = TRUE)
  labels <- labels_of_figure(figure, runs)
  own <- intersect(own_parameters(runs), names(cases))
  how <- name_levels(cases, varying(cases, own), "")
  set(cases, j = "how", value = as.character(how))
  points <- over_seeds(cases, c("algorithm", "how", "procs", "panel",
                                unique(c("procs", figure$abscissa))))
  points[, `:=`(panel = factor(panel, unique(vapply(figure$panels,
                                                    title_of_panel, ""))),
                curve = paste0(labels[algorithm],
                               fifelse(how == "", "", paste0(": ", how))))]
  set(points, j = "abscissa", value = as.numeric(points[[figure$abscissa]]))
  points[order(match(algorithm, names(labels)), how, abscissa)]
}

# The printed numbers of the same cases, in us: panel, algorithm, abscissa,
# printed_us. `where` of a panel selects them.
printed_of_figure <- function(figure, published) {
  if (is.null(figure$printed))
    return(NULL)
  rows <- published[paper == sub(",.*", "", figure$title) &
                      table == figure$printed$table &
                      quantity == figure$printed$quantity]
  rows <- cbind(rows[, .(algorithm, unit, value)], split_pairs(rows$case))
  us <- c(us = 1, ms = 1e3, s = 1e6)
  rbindlist(lapply(figure$panels, function(panel) {
    mine <- rows[has_values(rows, panel$where)]
    data.table(panel = rep(panel$title, nrow(mine)),
               algorithm = mine$algorithm,
               abscissa = as.numeric(mine[[figure$abscissa]]),
               printed_us = as.numeric(mine$value) * us[mine$unit])
  }))
}

# The runs of a figure by experiment, read from `results_folder`; NULL for those
# that have not run.
runs_of_figure <- function(figure, results_folder, read = read_results) {
  names <- unique(unlist(lapply(figure$panels, `[[`, "from")))
  sapply(names, function(name) {
    folder <- file.path(results_folder, name, figure$machine)
    run <- read(folder)
    if (!is.null(run))
      run[c("network", "title")] <- read_machine(folder)[c("network", "title")]
    run
  }, simplify = FALSE)
}
