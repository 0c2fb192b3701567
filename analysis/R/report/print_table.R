# analysis/R/report/print_table.R -- tables on the terminal.

# Prints a table without its row numbers; `exact` columns are not rounded.
print_table <- function(table, to, exact = c("density", "bytes"), digits = 3) {
  shown <- copy(table)
  numbers <- setdiff(names(shown)[vapply(shown, is.double, NA)], exact)
  for (name in numbers)
    set(shown, j = name, value = signif(shown[[name]], digits))
  writeLines(utils::capture.output(print(as.data.frame(shown),
                                         row.names = FALSE)), to)
}
