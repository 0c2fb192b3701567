# analysis/R/provenance.R -- what results were made with.

# A row a result. No times: equal results give equal reports.
provenance_rows <- function(results) {
  rbindlist(lapply(names(results), function(name) {
    if (is.null(results[[name]]))
      return(NULL)
    from <- results[[name]]$provenance
    text <- function(value) if (is.null(value)) "unknown" else trimws(value)
    data.table(results = name, commit = text(from$commit),
               program = sub(" .*", "", text(from$program_sha256)),
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
