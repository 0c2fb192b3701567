# analysis/R/report/unequal_tables.R -- the tables of docs/unequal.md.

markdown_table <- function(model) {
  cells <- Map(cell_text, model$rows[, model$titles, with = FALSE], model$kind,
               MoreArgs = list(escape = identity))
  rows <- do.call(paste, c(unname(cells), sep = " | "))
  paste("|", c(paste(model$titles, collapse = " | "),
               paste(rep("---", length(cells)), collapse = " | "), rows), "|")
}

table_papers_unequal <- function(papers) {
  us <- c("us", "us, any", "largest_load_first", "largest load")
  table_model(papers[, .(
    machine, workload, `papers' fastest` = own, us = own_us,
    `in any mode` = any, `us, any` = any_us, largest_load_first = ours_us,
    `largest load` = bound_us, own = gain_own, any = gain_any,
    synchronous = gain_same, both = gain_both)],
    kinds = setNames(rep("digits", length(us)), us))
}

table_means_unequal <- function(papers) {
  table_model(mean_gains(papers)[, .(
    machine, lengths, workloads, own = gain_own, `lowest own` = lowest_own,
    any = gain_any, `lowest any` = lowest_any, synchronous = gain_same,
    both = gain_both, `time / largest load` = to_bound)])
}

table_nodes_unequal <- function(nodes) {
  us <- c("MPI_Alltoallv", names_of_nodes)
  table_model(nodes[, c(
    .(traffic = traffic, exponent = format_plain(zipf_exponent),
      inside = format_plain(inside), MPI_Alltoallv = library_us), .SD,
    .(balance = gain_balanced, `auto, gain` = gain_auto, order = gain_order,
      bound = gain_bound)), .SDcols = names_of_nodes],
    kinds = setNames(rep("digits", length(us)), us))
}
