# analysis/R/figures/curves.R -- data of a figure of curves.
#
# A figure is an entry of paper/figures.yaml. Its cases come from one or more
# sweeps on one machine; `runs` is a list by experiment, as from read_results,
# with the machine's `network`.

# What the paper states in words about a range of the abscissa, all of it
# without ends, or about a crossing.
shape_stated <- shape_record(
  list(text = shape_text, claim = shape_word),
  list(from = shape_number, to = shape_number, at = shape_number))
shape_panel <- shape_record(
  list(from = shape_names),
  list(title = shape_text, where = shape_filter,
       curves = shape_list(shape_filter),
       stated = shape_list(shape_stated)))
shape_figure <- shape_record(
  list(name = shape_name, shows = shape_text, machine = shape_name,
       abscissa = shape_name, axis = shape_text, claims = shape_words,
       panels = shape_list(shape_panel)),
  list(finding = shape_expression, note = shape_text,
       labels = shape_map(shape_text),
       printed = shape_record(list(table = shape_word, quantity = shape_name)),
       down = shape_record(list(column = shape_name, axis = shape_text))))

# The entries of figures.yaml, by name.
read_figures <- function(file) {
  figures <- read_shaped_yaml(file, shape_list(shape_figure))
  names(figures) <- vapply(figures, `[[`, "", "name")
  if (anyDuplicated(names(figures)))
    refuse(file, ": figure ", names(figures)[anyDuplicated(names(figures))],
           " is there twice")
  for (figure in figures)
    if (sum(c("finding", "printed", "down") %in% names(figure)) != 1)
      refuse(file, ": figure ", figure$name, ": accepted: finding, or ",
             "printed, or down: its title is made from one")
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
  for (curve in panel$curves)
    cases[has_values(cases, curve[names(curve) != "label"]),
          label := if (is.null(curve$label)) "" else curve$label]
  if (!is.null(panel$curves))
    cases <- cases[!is.na(label)]
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
  if (!"label" %in% names(cases))
    cases[, label := ""]
  points <- over_seeds(cases, c("algorithm", "how", "panel", "label",
                                unique(c("procs", figure$abscissa))))
  points[, `:=`(panel = factor(panel, unique(vapply(figure$panels,
                                                    title_of_panel, ""))),
                curve = fifelse(is.na(label) | label == "", paste0(
                  labels[algorithm], fifelse(how == "", "", paste0(": ", how))),
                  label))]
  set(points, j = "abscissa", value = as.numeric(points[[figure$abscissa]]))
  points[order(match(algorithm, names(labels)), how, abscissa)]
}

# The printed numbers of the same cases, in us: panel, algorithm, abscissa,
# printed_us, and whether it counts, as no constant was fitted on it or taken
# from it. `where` of a panel selects them.
printed_of_figure <- function(figure, published, declared = character()) {
  if (is.null(figure$printed))
    return(NULL)
  rows <- published[paper == sub(",.*", "", figure$shows) &
                      table == figure$printed$table &
                      quantity == figure$printed$quantity]
  rows[, counts := !paste(paper, table, case, algorithm, quantity) %in%
         declared]
  rows <- cbind(rows[, .(algorithm, unit, value, counts)],
                split_pairs(rows$case))
  us <- c(us = 1, ms = 1e3, s = 1e6)
  rbindlist(lapply(figure$panels, function(panel) {
    mine <- rows[has_values(rows, panel$where)]
    data.table(panel = rep(title_of_panel(panel), nrow(mine)),
               algorithm = mine$algorithm,
               abscissa = as.numeric(mine[[figure$abscissa]]),
               printed_us = as.numeric(mine$value) * us[mine$unit],
               counts = mine$counts)
  }))
}

# Adds printed numbers to the points, `printed_us`, `counts`, and `ratio`, of
# simulated to printed.
add_printed <- function(points, printed) {
  points[, `:=`(printed_us = NA_real_, counts = NA)]
  if (NROW(printed) > 0)
    points[printed, on = .(panel, algorithm, abscissa), mult = "first",
           `:=`(printed_us = i.printed_us, counts = i.counts)]
  points[, ratio := median_us / printed_us][]
}

# The runs of a figure by experiment, read from `results_folder`; NULL for those
# that have not run.
runs_of_figure <- function(figure, results_folder, read = read_results) {
  names <- unique(unlist(lapply(figure$panels, `[[`, "from")))
  sapply(names, function(name) {
    folder <- file.path(results_folder, name, figure$machine)
    run <- read(folder)
    if (!is.null(run))
      run <- c(run[setdiff(names(run), c("network", "title"))],
               read_machine(folder)[c("network", "title")],
               list(declared = read_declarations(folder)$cell))
    run
  }, simplify = FALSE)
}
