# paper/list_figures.R -- every figure of the report, and its files.
# make_paper_figures.R sources it, after read_inputs.R.

# A list by the name of the figure's files, of functions that return what
# as_figure() does, or NULL if its results are missing.
list_figures <- function(inputs) {
  c(figures_of_tables(inputs$runs, inputs$ledger),
    figures_of_curves(inputs$runs, inputs$published),
    figures_of_phases(inputs$runs, inputs$ledger),
    figures_of_barnett(inputs),
    figures_of_data(inputs))
}

# `folders` are of sweeps, EXPERIMENT/MACHINE; `files` are other sources.
as_figure <- function(plot, caption = alt_of_figure(plot),
                      height_in = figure_height_in,
                      width_in = figure_width_in, claims = character(),
                      folders = character(), files = character()) {
  if (!is.null(plot))
    list(plot = plot, caption = caption, height_in = height_in,
         width_in = width_in, claims = claims, folders = folders, files = files)
}
frozen_file <- function(name) paste0("paper/data/", name, ".csv")

figures_of_tables <- function(runs, ledger) {
  printed <- function(...) function() {
    as_figure(figure_printed(ledger$rows, ...), alt_of_printed(ledger$rows),
              printed_height_in(...), printed_width_in(...),
              folders = runs$printed_experiments[
                kind == "simulated", unique(file.path(experiment, machine))])
  }
  machines <- runs$table11_experiments[kind == "simulated", unique(machine)]
  simulated <- lapply(machines, function(of) function() {
    run <- runs$table11_runs[[of]]
    if (length(run) > 0)
      as_figure(figure_table11_simulated(
        ledger$rows[machine == of], ledger$null_of_table11,
        runs$algorithm_labels, runs$machine_titles[[of]],
        uniqueN(run$samples$seed)),
        height_in = table11_height_in,
        folders = file.path("ponnusamy_table11", of))
  })
  names(simulated) <- sprintf("table11_%s", machines)
  measured <- function() {
    from <- runs$table11_runs$local$provenance
    if (!is.null(runs$measured_here))
      as_figure(figure_table11_measured(
        runs$measured_here, runs$algorithm_labels,
        paste0(runs$machine_titles[["local"]], ": ", from$cpu, ", ",
               from$cpus_online, " cores")),
        height_in = table11_height_in,
        folders = "ponnusamy_table11_measured/local")
  }
  c(printed = printed(), simulated, table11_measured_local = measured,
    printed_narrow = printed(is_narrow = TRUE))
}

# Those of figures.yaml.
figures_of_curves <- function(runs, published) {
  lapply(published$figures, function(entry) function() {
    drawn <- draw_figure(entry, runs$results_folder, published$numbers,
                         runs$of_folder)
    if (!is.null(drawn))
      as_figure(drawn$plot, height_in = drawn$height_in, claims = entry$claims,
                folders = file.path(drawn$experiments, entry$machine))
  })
}

# Phases of whole applications.
figures_of_phases <- function(runs, ledger) {
  list(ponnusamy_table5_phases = function() {
    transform <- runs$of_sweep("ponnusamy_table5/cm5_1992")
    if (!is.null(transform)) {
      drawn <- figure_phases(summarise_sweep(transform), transform, paste0(
        "ponnusamy1992, Table 5: phases of the 2D FFT; ",
        runs$machine_titles[["cm5_1992"]]))
      as_figure(drawn, height_in = height_phases_in(drawn), claims = "10",
                folders = "ponnusamy_table5/cm5_1992")
    }
  }, wang_delays = function() {
    run <- runs$of_sweep("wang_delays/cm5_1993")
    if (!is.null(run))
      as_figure(figure_delays(summarise_ablations(list(wang_delays = run))),
                claims = c("34a", "34b", "34c"),
                folders = "wang_delays/cm5_1993")
  }, wang_table6_brackets = function() {
    as_figure(figure_brackets(
      ledger$brackets[paper == "wang1993" & table == "6"],
      runs$algorithm_labels, runs$machine_titles[["cm5_1993"]]),
      height_in = brackets_height_in,
      folders = runs$printed_experiments[paper == "wang1993" & table == "6",
                                         file.path(experiment, machine)])
  })
}

# Collectives; NULL without frozen lengths.
figures_of_barnett <- function(inputs) {
  numbers <- inputs$published$numbers
  frozen <- inputs$frozen
  hybrids <- function(name, shows, height_in = hybrids_height_in, ...) {
    function() as_figure(figure_hybrids(frozen(name), shows, ...),
                         height_in = height_in, files = frozen_file(name))
  }
  collectives <- "barnett1994: short, long and hybrid collectives; simulated"
  list(barnett_figure2 = function() {
    costs <- inputs$predictions("barnett1994_table2")
    if (!is.null(costs))
      as_figure(figure_strategies(
        of_table2(costs, numbers),
        read_listed_machine(inputs$root, "paragon_16x32")$network,
        "barnett1994, Figure 2: hybrids of a broadcast"),
        files = "predictions/barnett1994_table2.csv")
  }, barnett_figure4 = function() {
    names <- c("barnett_lengths_16x32", "barnett_lengths_15x30")
    as_figure(figure4_of_barnett(frozen(names[1]), frozen(names[2]),
                                 published_table3(numbers)),
              claims = c("44a", "44b"), files = frozen_file(names))
  }, barnett_lengths_16x32 = hybrids(
    "barnett_lengths_16x32",
    paste(collectives, "Paragon, 16 x 32 nodes; printed: Table 3"),
    printed = published_table3(numbers)
  ), barnett_lengths_15x30 = hybrids(
    "barnett_lengths_15x30", paste(collectives, "Paragon, 15 x 30 nodes")
  ), barnett_prime = hybrids(
    "barnett_prime", paste("barnett1994, Section 6: rows and columns of prime",
                           "length; simulated Paragon, 13 x 31 nodes"),
    figure_height_in))
}

# Frozen results on other networks and with other libraries.
figures_of_data <- function(inputs) {
  list(growth = function() {
    names <- c("growth", "growth_messages")
    cases <- rbindlist(lapply(names, inputs$frozen), fill = TRUE)
    predicted <- rbindlist(lapply(names, inputs$predictions))
    if (nrow(cases) > 0 && nrow(predicted) > 0)
      as_figure(figure_growth(cases, predicted, paste(
        "auto on a fat tree of today: 64 bytes; alltoallv: between a tenth of",
        "all pairs")),
        height_in = growth_height_in,
        files = c(frozen_file(names), paste0("predictions/", names, ".csv")))
  }, peers = function() {
    peers <- inputs$frozen("peers")
    if (!is.null(peers))
      as_figure(figure_peers(peers), height_in = height_peers_in(peers),
                files = frozen_file("peers"))
  }, shaped = function() {
    kept <- inputs$frozen("shaped")
    if (!is.null(kept)) {
      launches <- kept_launches(kept)
      cells <- compare_shaped(launches)
      as_figure(figure_shaped(cells, contrast_shaped(launches, cells)),
                height_in = height_of_shaped(cells),
                files = frozen_file("shaped"))
    }
  }, unequal = function() {
    unequal <- inputs$frozen("unequal")
    if (!is.null(unequal))
      as_figure(figure_unequal(summarise_papers(unequal),
                               summarise_nodes(unequal)),
                height_in = unequal_height_in, files = frozen_file("unequal"))
  })
}

# Writes a figure and its numbers into `folder`, and returns it with the name of
# its svg; NULL if its results are missing. `draw` is of list_figures().
write_figure <- function(name, draw, inputs, folder) {
  figure <- draw()
  if (is.null(figure))
    return(NULL)
  file <- function(ending) file.path(folder, paste0(name, ending))
  commits <- unique(unlist(lapply(figure$folders, function(sweep) {
    short_commit(inputs$runs$of_sweep(sweep)$provenance$commit)
  })))
  write_figure_data(file(".csv"), data_of_figure(figure$plot), c(
    figure = name, sweep = paste(figure$folders, collapse = " "),
    `other files` = paste(figure$files, collapse = " "),
    commit = paste(c(commits, if (any(startsWith(
      figure$files, "paper/data"))) "see paper/data/README.md"),
      collapse = ", "),
    command = paste0("./quadrille figures",
                     if (inputs$is_frozen) "" else " --results DIR", " --only ",
                     name)))
  save <- function(plot, ending) {
    save_figure(plot, file(ending), figure$height_in, figure$width_in)
  }
  laid_out <- save(figure$plot, ".svg")
  if (name == "printed")
    save(laid_out, ".png")
  save(without_subtitle(laid_out), ".pdf")
  if (name == "printed") {
    write_whole(file(".txt"), function(temporary) {
      writeLines(figure$caption, temporary)
    })
  }
  c(list(file = file(".svg")), figure)
}
