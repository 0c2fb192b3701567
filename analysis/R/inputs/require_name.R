# analysis/R/inputs/require_name.R -- a name that a user has given.

# Refuses a name that is not `accepted`; `what` is the option. If some are near,
# only these are printed.
require_name <- function(given, accepted, what) {
  if (given %in% accepted)
    return(given)
  distance <- as.vector(adist(given, accepted, ignore.case = TRUE))
  near <- accepted[distance <= max(1, nchar(given) %/% 5)]
  if (given != "")
    near <- union(near, accepted[startsWith(accepted, given)])
  refuse(what, " '", substr(given, 1, 60), "'; accepted: ",
         if (length(near) > 0) paste0(paste(near, collapse = " "),
                                      " and others")
         else paste(accepted, collapse = " "))
}
