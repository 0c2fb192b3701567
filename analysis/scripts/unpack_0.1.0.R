#!/usr/bin/env -S Rscript --vanilla
# analysis/scripts/unpack_0.1.0.R FOLDER -- turns a results folder that version
# 0.1.0 has packed, samples.csv.xz and provenance.json, into one with
# results.tar.xz.
folder <- commandArgs(TRUE)[1]
packed <- jsonlite::read_json(file.path(folder, "provenance.json"))
rows <- readLines(file.path(folder, "samples.csv.xz"))
digest_of <- function(file) digest::digest(file = file, algo = "sha256")
stopifnot(packed$format == 1,
          digest_of(file.path(folder, "samples.csv.xz")) ==
            packed$samples$sha256)

# Columns, and values that all cells have, as a record a cell.
restore_cells <- function(cells) {
  if (is.null(names(cells)))
    return(cells)
  is_column <- vapply(cells, function(one) {
    is.list(one) && is.null(names(one))
  }, NA)
  lapply(seq_along(cells$cell), function(i) {
    cells[is_column] <- lapply(cells[is_column], `[[`, i)
    cells
  })
}

# A text that was left out is that of the folder's file; false was null.
restore_text <- function(file, name) {
  if (is.null(file$text)) {
    path <- file.path(folder, name)
    file["text"] <- list(readChar(path, file.size(path), useBytes = TRUE))
  } else if (isFALSE(file$text)) {
    file["text"] <- list(NULL)
  }
  file
}

into <- tempfile("launches")
dir.create(into)
for (one in packed$launches) {
  document <- modifyList(packed$shared, one$own, keep.null = TRUE)
  document$cells <- restore_cells(document$cells)
  files <- document$provenance$configuration
  document$provenance$configuration <- Map(restore_text, files, names(files))
  csv <- file.path(into, paste0(one$name, ".csv"))
  last <- if (one$last < one$first) integer() else one$first:one$last
  writeLines(c(rows[1], rows[1 + last]), csv)
  stopifnot(digest_of(csv) == document$csv$sha256)
  jsonlite::write_json(document, file.path(into, paste0(one$name, ".json")),
                       auto_unbox = TRUE, null = "null", digits = NA,
                       pretty = 1)
}
folder <- normalizePath(folder)
setwd(into)
tar(file.path(folder, "results.tar.xz"), sort(list.files()),
    compression = "xz", tar = "tar")
unlink(file.path(folder, c("samples.csv.xz", "provenance.json")))
