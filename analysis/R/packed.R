# analysis/R/packed.R -- the launches of a packed results folder:
# docs/result-format.md. harness/packing writes it.

packed_samples <- "samples.csv.xz"
packed_provenance <- "provenance.json"
packed_remedy <- "accepted: what ./quadrille results pack has written"

is_packed <- function(folder) {
  any(file.exists(file.path(folder, c(packed_samples, packed_provenance))))
}

# A csv file, or its packed form if that is there instead; readLines() reads
# both.
packed_or_not <- function(file) {
  packed <- paste0(file, ".xz")
  if (file.exists(packed) && !file.exists(file)) packed else file
}

shape_packed_format <- shape_record(list(
  format = shape_one(function(value) value %in% 1, "1")), others = TRUE)
shape_any <- function(value) NULL
shape_packed <- shape_record(list(
  format = shape_any,
  samples = shape_record(list(sha256 = shape_text)),
  shared = shape_map(shape_any),
  launches = shape_list(shape_record(list(
    name = shape_text, first = shape_whole, last = shape_whole,
    json_sha256 = shape_text, own = shape_map(shape_any))))))

# The launches, as find_launches has them.
find_packed <- function(folder) {
  file <- file.path(folder, packed_provenance)
  packed <- read_shaped_json(file, shape_packed_format)
  check_shape(packed, shape_packed, file)
  if (length(list.files(folder, pattern = "^launch-")) > 0)
    refuse(folder, ": has packed launches and others; accepted: one kind")
  samples <- read_packed_samples(folder, packed$samples$sha256)
  check_packed_launches(packed$launches, samples$num_rows, file)
  lapply(packed$launches, function(one) {
    name <- paste0(file, ", ", one$name)
    list(file = name, document = restore_document(packed$shared, one$own, name),
         number = number_of_packed(one),
         csv = paste0(file.path(folder, packed_samples), ", ", one$name),
         bytes = function() samples$rows(one$first, one$last))
  })
}

# The number of rows of all launches, and a function that returns the bytes of
# the header and some rows.
read_packed_samples <- function(folder, stated) {
  file <- file.path(folder, packed_samples)
  packed <- read_bytes(file)
  # memDecompress accepts a file that is cut short.
  if (!identical(sha256_of(packed), stated))
    refuse(file, ": its SHA-256 is not that of ", packed_provenance, "; ",
           packed_remedy)
  bytes <- reading(file, memDecompress(packed, "xz"))
  ends <- which(bytes == as.raw(10))
  if (length(ends) == 0)
    refuse(file, ": has no header; ", packed_remedy)
  header <- bytes[seq_len(ends[1])]
  list(num_rows = length(ends) - 1, rows = function(first, last) {
    c(header, bytes[ends[first] + seq_len(ends[last + 1] - ends[first])])
  })
}

# -1: no launch has its name.
number_of_packed <- function(launch) {
  if (grepl("^launch-[0-9]+$", launch$name))
    launch_number(paste0(launch$name, ".json"))
  else
    -1
}

# Every launch is there once, and every row is of one launch, in the order of
# the launches.
check_packed_launches <- function(launches, num_rows, file) {
  number <- vapply(launches, number_of_packed, 0)
  first <- vapply(launches, function(one) as.numeric(one$first), 0)
  last <- vapply(launches, function(one) as.numeric(one$last), 0)
  if (any(diff(c(-1, number)) <= 0))
    refuse(file, ": names of launches are not in order, each once; ",
           packed_remedy)
  if (any(first != c(0, head(last, -1)) + 1) || any(last < first - 1) ||
        tail(last, 1) != num_rows)
    refuse(file, ": rows of launches are not the ", num_rows, " of ",
           packed_samples, ", each once; ", packed_remedy)
}

# The JSON of a launch, from what all launches share and what is its own.
restore_document <- function(shared, own, name) {
  reading(name, {
    document <- modifyList(shared, own, keep.null = TRUE)
    document$cells <- restore_cells(document$cells, name)
    as_launch(check_shape(document, shape_launch, name))
  })
}

# Records, from columns or, if all cells have it, one value. Cells that do not
# have the same keys are records.
restore_cells <- function(cells, name) {
  if (is.null(names(cells)))
    return(cells)
  is_column <- vapply(cells, function(one) {
    is.list(one) && is.null(names(one))
  }, NA)
  if (!isTRUE(is_column["cell"]) || any(lengths(cells[is_column]) !=
                                          length(cells$cell)))
    refuse(name, ": columns of cells differ in length; ", packed_remedy)
  lapply(seq_along(cells$cell), function(i) {
    record <- cells
    record[is_column] <- lapply(cells[is_column], `[[`, i)
    record
  })
}
