# analysis/R/figures/pdf_date.R -- pdf files without their date, so that equal
# figures are equal files.
#
# cairo 1.16 writes the date as text. cairo 1.18 compresses it with the last
# objects, so the file's length depends on it; these and the table of objects,
# which ends the file, are then written again as text.

blank_date <- function(bytes) {
  at <- grepRaw("/CreationDate (D:", bytes, fixed = TRUE) + 17
  bytes[seq(at, length.out = 14)] <- charToRaw("19700101000000")
  bytes
}

# The last compressed object of a type: where it begins, its dictionary, and
# its data.
last_stream <- function(bytes, type) {
  begin <- max(grepRaw(paste0("[0-9]+ 0 obj\n<< /Type /", type), bytes,
                       all = TRUE))
  data <- grepRaw("stream\n", bytes, begin, fixed = TRUE)
  end <- grepRaw("\nendstream", bytes, data, fixed = TRUE)
  list(begin = begin, dictionary = rawToChar(bytes[begin:(data - 1)]),
       data = memDecompress(bytes[(data + 7):(end - 1)], "gzip"))
}

plain_stream <- function(stream) {
  words <- sub(" */Filter /FlateDecode\n", "", stream$dictionary)
  words <- sub("/Length [0-9]+( 0 R)?",
               paste("/Length", length(stream$data)), words)
  c(charToRaw(words), charToRaw("stream\n"), stream$data,
    charToRaw("\nendstream\nendobj\n"))
}

# Big-endian bytes, a column per number.
bytes_of <- function(numbers, width) {
  t(outer(numbers, 256^((width - 1):0), `%/%`) %% 256)
}

# The table with places of four bytes. Objects behind `begin` are gone, except
# the table itself, at `place`: the length of the objects is in their
# dictionary.
move_table <- function(table, begin, place) {
  widths <- as.integer(strsplit(sub(
    ".*/W \\[([0-9 ]+)\\].*", "\\1", table$dictionary), " ")[[1]])
  own <- as.integer(sub(" .*", "", table$dictionary)) + 1
  entries <- matrix(as.integer(table$data), sum(widths))
  places <- colSums(entries[1 + seq_len(widths[2]), ] *
                      256^((widths[2] - 1):0))
  is_gone <- entries[1, ] == 1 & places > begin
  is_gone[own] <- FALSE
  places[own] <- place
  entries <- rbind(entries[1, ], bytes_of(places, 4),
                   entries[-seq_len(1 + widths[2]), ])
  entries[, is_gone] <- 0
  table$data <- as.raw(entries)
  table$dictionary <- sub("/W \\[[0-9 ]+\\]",
                          sprintf("/W [1 4 %d]", widths[3]), table$dictionary)
  table
}

# Writes the end again, from the last compressed objects on.
write_end <- function(bytes) {
  objects <- last_stream(bytes, "ObjStm")
  table <- last_stream(bytes, "XRef")
  objects$data <- blank_date(objects$data)
  begun <- c(bytes[seq_len(objects$begin - 1)], plain_stream(objects))
  # Places count from 0.
  table <- move_table(table, objects$begin - 1, length(begun))
  c(begun, plain_stream(table),
    charToRaw(sprintf("startxref\n%d\n%%%%EOF\n", length(begun))))
}

forget_date <- function(file) {
  bytes <- readBin(file, "raw", file.size(file))
  is_text <- length(grepRaw("/CreationDate", bytes, fixed = TRUE)) > 0
  writeBin(if (is_text) blank_date(bytes) else write_end(bytes), file)
}
