# analysis/R/report/draw_sweep.R -- all files of one sweep's report.

# Saves a figure and its numbers in `output`; returns what the page needs.
save_sweep_figure <- function(name, plot, caption, height_in, output, about) {
  file <- file.path(output, paste0(name, ".svg"))
  save_figure(plot, file, height_in)
  write_figure_data(sub("svg$", "csv", file), data_of_figure(plot),
                    c(figure = name, about))
  list(file = file, caption = caption)
}

# The figures of a sweep by name, and notes on them.
figures_of_sweep <- function(cases, results, recommended, title, output,
                             about) {
  chosen <- choose_curves(cases, results)
  curves <- figure_sweep(chosen$cases, results, title)
  x <- label_parameter(choose_abscissa(chosen$cases, results),
                       results$parameters)
  save <- function(...) save_sweep_figure(..., output = output, about = about)
  figures <- list(figure = save(
    "figure", curves, paste0(
      "Time against ", sub(":.*", "", x),
      if (anyNA(curves$data$low_us)) ""
      else if (max(curves$data$seeds) > 1) ", with ranges over patterns"
      else ", with 95% intervals",
      if (chosen$left_out > 0) sprintf(
        "; %d curves that are slower on average are only in summary.csv",
        chosen$left_out), "."), height_sweep_in(curves)))
  if (has_map(recommended))
    figures$best <- save(
      "best", carry_numbers(
        figure_map(recommended, results$labels, results$parameters, title),
        recommended$cases),
      "The algorithm to use, by what varies.",
      height_map_in(recommended$cases, axes_of_map(recommended$cases,
                                                   recommended$factors)))
  if ("exchange_share" %in% names(cases)) {
    phases <- figure_phases(cases, results, shorten(title, 76))
    figures$phases <- save("phases", phases,
                           "Median time of each phase on its slowest rank.",
                           height_phases_in(phases))
  }
  figures
}

# What ran, in a sentence.
describe_sweep <- function(results, cases) {
  count <- function(number, word) {
    paste0(number, " ", word, if (number != 1) "s")
  }
  procs <- unique(range(cases$procs))
  paste0(if (results$simulated) "Simulated" else "Measured", ": workload ",
         paste(unique(cases$workload), collapse = ", "), ", ",
         count(uniqueN(cases$algorithm), "algorithm"), ", ",
         paste(procs, collapse = " to "), " processes; ",
         count(nrow(unique(cases[, .(case, seed, procs, parameters)])),
               "configuration"), ".")
}

# Writes report.html, summary.csv and figures of the results in `folder` into
# `output`; returns the number of cases, and notes for the user.
draw_sweep <- function(folder, results, output, style_folder) {
  machine <- read_machine(folder)
  experiment <- read_experiment(folder)
  precision <- if (is.null(experiment$precision)) 0.05 else experiment$precision
  results$network <- machine$network
  cases <- summarise_sweep(results)
  recommended <- recommend(results)
  title <- paste0(experiment$name, ": ", machine$title)
  about <- c(sweep = title,
             commit = short_commit(c(results$provenance$commit, "")[1]),
             command = "./quadrille figures --results DIR")
  write_whole(file.path(output, "summary.csv"),
              function(file) fwrite(for_spreadsheets(cases), file))
  if (!is.null(results$processes))
    write_whole(file.path(output, "processes.csv"),
                function(file) {
                  fwrite(for_spreadsheets(results$processes), file)
                })
  figures <- figures_of_sweep(cases, results, recommended, title, output, about)
  what <- paste(c(describe_sweep(results, cases),
                  describe_conditions(results)), collapse = " ")
  write_sweep_page(file.path(output, "report.html"), list(
    title = title, what = what, results = results,
    cases = cases, recommended = recommended, figures = figures,
    precision = precision, folder = folder), style_folder)
  list(num_cases = nrow(cases), notes = c(
    words_of_crowd(cases, results),
    if (!is.null(recommended)) describe_recommended(recommended, results),
    if (!results$simulated) describe_precision(cases, precision)))
}
