# analysis/R/inputs/pairs.R -- "key=value;key=value": parameters, counts, cases.

# One text with its percent-encoded bytes decoded.
decode_percent <- function(text) {
  vapply(text, utils::URLdecode, "", USE.NAMES = FALSE)
}

# Numbers as results write them; 01, NA and T are text.
plain_number <- "^-?(0|[1-9][0-9]*)([.][0-9]+)?(e[-+]?[0-9]+)?$"

# A column per key, numeric if all its values are, in order of appearance; NA
# where a text lacks the key. Texts repeat, so each distinct one is split once.
split_pairs <- function(texts) {
  distinct <- unique(as.character(texts))
  pairs <- strsplit(fifelse(is.na(distinct), "", distinct), ";", fixed = TRUE)
  long <- data.table(row = rep(seq_along(pairs), lengths(pairs)),
                     pair = unlist(pairs))
  if (nrow(long) == 0)
    return(data.table()[rep(NA_integer_, length(texts))])
  long[, `:=`(key = sub("=.*", "", pair),
              value = decode_percent(sub("^[^=]*=", "", pair)))]
  keys <- unique(long$key)
  wide <- data.table(row = match(as.character(texts), distinct))
  for (name in keys) {
    mine <- long[key == name]
    values <- mine$value[match(wide$row, mine$row)]
    is_number <- all(grepl(plain_number, values) | is.na(values))
    wide[, (name) := if (is_number) utils::type.convert(values, as.is = TRUE)
                     else values]
  }
  wide[, row := NULL][]
}

# Samples with a column per parameter and per count.
with_pairs <- function(samples) {
  wide <- cbind(samples, split_pairs(samples$parameters),
                split_pairs(samples$counts))
  if (anyDuplicated(names(wide)))
    refuse("two columns are called ", names(wide)[anyDuplicated(names(wide))])
  wide
}
