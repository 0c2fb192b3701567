# analysis/R/inputs/provenance.R -- what results were made with.

# A row a result. No times: equal results give equal reports.
provenance_rows <- function(results) {
  rbindlist(lapply(names(results), function(name) {
    if (is.null(results[[name]]))
      return(NULL)
    from <- results[[name]]$provenance
    text <- function(value) if (is.null(value)) "unknown" else trimws(value)
    data.table(results = name, commit = text(from$commit),
               program = sub(" .*", "", text(from$programs)),
               MPI = text(from$mpi),
               `run on` = paste0(text(from$cpu), ", ", from$cpus_online,
                                 " cores"))
  }))
}

# Results that were made alike in one row.
provenance_alike <- function(rows) {
  rows[, .(results = paste(unique(results), collapse = ", ")),
       by = c("commit", "program", "MPI", "run on")]
}

# That launches of one sweep were not measured alike, and in what; or NULL.
describe_conditions <- function(results) {
  if (length(results$differ) > 0)
    paste0("Launches were measured under different conditions; what differs: ",
           paste(results$differ, collapse = ", "), ".")
}

# The parts of conditions by their names, as the judge has them in `differ`.
flat_conditions <- function(conditions) {
  environment <- conditions$environment
  if (length(environment) > 0)
    names(environment) <- paste("environment:", names(environment))
  c(conditions[setdiff(names(conditions), "environment")], environment)
}

# The same of two sweeps, each with conditions of its own.
describe_other_conditions <- function(before, later) {
  all <- lapply(c(before$conditions, later$conditions), flat_conditions)
  names <- unique(unlist(lapply(all, names)))
  is_same <- vapply(names, function(name) {
    length(unique(lapply(all, `[[`, name))) == 1
  }, NA)
  if (!all(is_same))
    paste0("Before and now were measured under different conditions; what ",
           "differs: ", paste(names[!is_same], collapse = ", "), ".")
}
