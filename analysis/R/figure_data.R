# analysis/R/figure_data.R -- the numbers of a figure, for those who draw or
# compare them otherwise.

# What a plot was made from; NULL for a page of several, and for none.
data_of_figure <- function(plot) {
  if (is.ggplot(plot) && is.data.frame(plot$data) && nrow(plot$data) > 0)
    as.data.table(plot$data)
}

# A csv whose first line says where the numbers are from: `folders` of results.
write_figure_data <- function(file, data, folders) {
  plain <- vapply(data, is.atomic, NA)
  from <- if (length(folders) == 0) "ledger.csv or paper/data"
          else paste(folders, collapse = ", ")
  write_whole(file, function(temporary) {
    writeLines(paste0("# from ", from, "; commits: provenance.csv"), temporary)
    fwrite(data[, plain, with = FALSE], temporary, append = TRUE,
           col.names = TRUE)
  })
}
