# paper/list_figures.R -- every figure of the report, by the name of its files:
# a function that returns what as_figure() does, or NULL if its results are
# missing. make_paper_figures.R sources it, after read_inputs.R.

# `folders` are of sweeps, EXPERIMENT/MACHINE; `files` are other sources.
as_figure <- function(plot, caption = alt_of_figure(plot),
                      height_in = figure_height_in, claims = character(),
                      folders = character(), files = character()) {
  if (!is.null(plot))
    list(plot = plot, caption = caption, height_in = height_in,
         claims = claims, folders = folders, files = files)
}
frozen_file <- function(name) paste0("paper/data/", name, ".csv")

figure_list <- list(printed = function() {
  as_figure(figure_printed(ledger, totals), alt_of_printed(ledger),
            printed_height_in,
            folders = printed[kind == "simulated",
                              unique(file.path(experiment, machine))],
            files = frozen_file("unseen"))
})

for (name in simulated$machine)
  figure_list[[paste0("table11_", name)]] <- local({
    of <- name
    function() {
      if (length(results[[of]]) > 0)
        as_figure(figure_table11_simulated(
          ledger[machine == of], null_model, labels, titles[[of]],
          uniqueN(results[[of]]$samples$seed)),
          height_in = table11_height_in,
          folders = file.path("ponnusamy_table11", of))
    }
  })
figure_list$table11_measured_local <- function() {
  from <- results$local$provenance
  if (!is.null(measured))
    as_figure(figure_table11_measured(
      measured, labels, paste0(titles[["local"]], ": ", from$cpu, ", ",
                               from$cpus_online, " cores")),
      height_in = table11_height_in,
      folders = "ponnusamy_table11_measured/local")
}

# Those of figures.yaml.
for (figure in figures_listed)
  figure_list[[figure$name]] <- local({
    entry <- figure
    function() {
      drawn <- draw_figure(entry, results_folder, published, run_of)
      if (!is.null(drawn))
        as_figure(drawn$plot, height_in = drawn$height_in,
                  claims = entry$claims,
                  folders = file.path(drawn$experiments, entry$machine))
    }
  })

# Phases of whole applications.
figure_list$ponnusamy_table5_phases <- function() {
  transform <- run_of(file.path(results_folder, "ponnusamy_table5",
                                "cm5_1992"))
  if (!is.null(transform)) {
    drawn <- figure_phases(summarise_sweep(transform), transform,
                           paste0("ponnusamy1992, Table 5: phases of the 2D ",
                                  "FFT; ", titles[["cm5_1992"]]))
    as_figure(drawn, height_in = height_phases_in(drawn), claims = "10",
              folders = "ponnusamy_table5/cm5_1992")
  }
}
figure_list$wang_delays <- function() {
  run <- run_of(file.path(results_folder, "wang_delays", "cm5_1993"))
  if (!is.null(run))
    as_figure(figure_delays(summarise_ablations(list(wang_delays = run))),
              claims = c("34a", "34b", "34c"), folders = "wang_delays/cm5_1993")
}
figure_list$wang_table6_brackets <- function() {
  as_figure(figure_brackets(
    brackets[paper == "wang1993" & table == "6"], labels,
    titles[["cm5_1993"]]), height_in = brackets_height_in,
    folders = printed[paper == "wang1993" & table == "6",
                      file.path(experiment, machine)])
}

# Collectives; NULL without frozen lengths.
figure_list$barnett_figure2 <- function() {
  if (!is.null(predictions$barnett1994_table2))
    as_figure(figure_strategies(
      of_table2(predictions$barnett1994_table2, published), paragon,
      "barnett1994, Figure 2: hybrids of a broadcast"),
      files = "predictions/barnett1994_table2.csv")
}
figure_list$barnett_figure4 <- function() {
  as_figure(figure4_of_barnett(lengths$whole, lengths$other, table3),
            claims = c("44a", "44b"),
            files = frozen_file(c("barnett_lengths_16x32",
                                  "barnett_lengths_15x30")))
}
figure_list$barnett_lengths_16x32 <- function() {
  as_figure(figure_hybrids(
    lengths$whole, paste("barnett1994: short, long and hybrid collectives;",
                         "simulated Paragon, 16 x 32 nodes; printed: Table 3"),
    table3), height_in = hybrids_height_in,
    files = frozen_file("barnett_lengths_16x32"))
}
figure_list$barnett_lengths_15x30 <- function() {
  as_figure(figure_hybrids(
    lengths$other, paste("barnett1994: short, long and hybrid collectives;",
                         "simulated Paragon, 15 x 30 nodes")),
    height_in = hybrids_height_in,
    files = frozen_file("barnett_lengths_15x30"))
}
figure_list$barnett_prime <- function() {
  as_figure(figure_hybrids(
    frozen("barnett_prime"), paste("barnett1994, Section 6: rows and columns",
                                   "of prime length; simulated Paragon, 13 x",
                                   "31 nodes")),
    files = frozen_file("barnett_prime"))
}
figure_list$growth <- function() {
  names <- c("growth", "growth_messages")
  cases <- rbindlist(lapply(names, frozen), fill = TRUE)
  predicted <- rbindlist(predictions[names])
  if (nrow(cases) > 0 && nrow(predicted) > 0)
    as_figure(figure_growth(cases, predicted, paste(
      "auto on a fat tree of today: 64 bytes; alltoallv: between a tenth of",
      "all pairs")),
      height_in = growth_height_in,
      files = c(frozen_file(names), paste0("predictions/", names, ".csv")))
}
figure_list$peers <- function() {
  if (!is.null(peers)) {
    as_figure(figure_peers(peers), height_in = height_peers_in(peers),
              files = frozen_file("peers"))
  }
}
figure_list$unequal <- function() {
  if (!is.null(unequal))
    as_figure(figure_unequal(summarise_papers(unequal),
                             summarise_nodes(unequal)),
              height_in = unequal_height_in, files = frozen_file("unequal"))
}

# Writes a figure and its numbers into `folder`, and returns it with the name of
# its svg; NULL if its results are missing.
write_figure <- function(name, folder) {
  figure <- figure_list[[name]]()
  if (is.null(figure))
    return(NULL)
  file <- function(ending) file.path(folder, paste0(name, ending))
  write_figure_data(file(".csv"), data_of_figure(figure$plot), c(
    figure = name, sweep = paste(figure$folders, collapse = " "),
    `other files` = paste(figure$files, collapse = " "),
    commit = paste(c(commits_of(figure$folders), if (any(startsWith(
      figure$files, "paper/data"))) "see paper/data/README.md"),
      collapse = ", "),
    command = paste0("./quadrille figures",
                     if (is_frozen) "" else " --results DIR", " --only ",
                     name)))
  for (ending in c(".svg", ".pdf"))
    save_figure(figure$plot, file(ending), figure$height_in)
  if (name == "printed") {
    save_figure(figure$plot, file(".png"), figure$height_in)
    write_whole(file(".txt"), function(temporary) {
      writeLines(figure$caption, temporary)
    })
  }
  c(list(file = file(".svg")), figure)
}

# The commits that made the results of these folders.
commits_of <- function(folders) {
  unique(unlist(lapply(file.path(results_folder, folders), function(folder) {
    short_commit(run_of(folder)$provenance$commit)
  })))
}
