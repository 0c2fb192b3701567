# analysis/tests/damage.R -- sweeps and files that tests damage.

# Makes a JSON of format 6, which has no digest of its own: what is damaged in
# it is then read, and not only noticed.
drop_digest <- function(file) {
  text <- paste(readLines(file, warn = FALSE), collapse = "\n")
  text <- sub('"format": 7', '"format": 6', text, fixed = TRUE)
  writeLines(sub(',\\s*"json_sha256": "[0-9a-f]*"', "", text), file)
}

# A small frozen sweep, in folder NAME/MACHINE of the new folder that is
# returned.
copy_sweep <- function(root, name = "wang_table2/cm5_1993",
                       into = tempfile("sweep")) {
  to <- file.path(into, name)
  dir.create(dirname(to), recursive = TRUE)
  frozen <- open_results(file.path(root, "paper", "data", "results.tar.xz"))
  stopifnot(file.rename(file.path(frozen, name), to))
  lapply(list.files(to, "[.]json$", full.names = TRUE), drop_digest)
  invisible(into)
}

as_json <- function(value) {
  jsonlite::toJSON(value, auto_unbox = TRUE, null = "null", na = "null",
                   digits = NA)
}

# Writes other bytes as the first launch's csv of a folder, with a JSON that
# describes them.
replace_csv <- function(folder, bytes) {
  csv <- file.path(folder, "launch-00000.csv")
  json <- file.path(folder, "launch-00000.json")
  writeBin(bytes, csv)
  rows <- max(0, sum(bytes == charToRaw("\n")) - 1)
  about <- sprintf(
    '"csv": {\n"rows": %d,\n"bytes": %d,\n"sha256": "%s"\n}', rows,
    length(bytes), digest::digest(file = csv, algo = "sha256"))
  text <- paste(readLines(json, warn = FALSE), collapse = "\n")
  writeLines(sub('"csv": [{][^}]*[}]', about, text), json)
  drop_digest(json)
}

# Sets a cell of the first launch's csv; row 0 is the header.
set_sample <- function(folder, row, column, value) {
  rows <- fread(file.path(folder, "launch-00000.csv"), header = FALSE,
                sep = ",", colClasses = "character", na.strings = NULL)
  set(rows, as.integer(row + 1), match(column, unlist(rows[1])), value)
  changed <- tempfile()
  fwrite(rows, changed, col.names = FALSE, quote = FALSE)
  replace_csv(folder, readBin(changed, "raw", file.size(changed)))
}

pick <- function(from) from[[sample.int(length(from), 1)]]

replace_number <- function(by) {
  function(bytes) {
    text <- rawToChar(bytes)
    at <- gregexpr("[0-9]+", text)[[1]]
    if (at[1] < 0)
      return(bytes)
    i <- sample.int(length(at), 1)
    charToRaw(paste0(substr(text, 1, at[i] - 1), by,
                     substring(text, at[i] + attr(at, "match.length")[i])))
  }
}

# The lines of a file; `choose` takes their number, and returns which to keep.
choose_lines <- function(choose) {
  function(bytes) {
    lines <- strsplit(rawToChar(bytes), "\n", fixed = TRUE)[[1]]
    kept <- lines[choose(length(lines))]
    charToRaw(paste0(kept, "\n", collapse = ""))
  }
}

# Kinds of damage to the bytes of a text file.
damages <- list(
  truncated = function(bytes) bytes[seq_len(sample.int(length(bytes), 1) - 1)],
  flipped = function(bytes) {
    at <- sample.int(length(bytes), 3)
    bytes[at] <- xor(bytes[at], as.raw(2^sample(0:7, 3, replace = TRUE)))
    bytes
  },
  huge = replace_number("1e999"),
  long = replace_number("99999999999999999999999"),
  nan = replace_number("NaN"),
  negative = replace_number("-7"),
  line_twice = choose_lines(function(n) sort(c(seq_len(n), sample.int(n, 1)))),
  line_removed = choose_lines(function(n) -sample.int(n, 1)))

# The places in nested lists, as indices.
places <- function(value, above = integer()) {
  c(if (length(above) > 0) list(above),
    if (is.list(value)) unlist(lapply(seq_along(value), function(i) {
      places(value[[i]], c(above, i))
    }), recursive = FALSE))
}

other_types <- list("x", 7, -1.5, TRUE, NA, list(), list("x"), list(a = 1),
                    list(list(1, "x")), "<script>")

# Kinds of damage to nested lists.
rearrangements <- list(
  type_swapped = function(value) {
    value[[pick(places(value))]] <- pick(other_types)
    value
  },
  removed = function(value) {
    value[[pick(places(value))]] <- NULL
    value
  },
  twice = function(value) {
    at <- pick(places(value))
    above <- head(at, -1)
    whole <- if (length(above) > 0) value[[above]] else value
    i <- tail(at, 1)
    whole <- append(whole, whole[i], i)
    if (length(above) == 0)
      return(whole)
    value[[above]] <- whole
    value
  })
