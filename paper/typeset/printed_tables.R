# paper/typeset/printed_tables.R -- each printed table next to ours.

quantity_words <- list(time = "time", build_time = "making the schedule",
                       rounds = "rounds of the schedule")
caption_of <- function(paper_, table_) {
  name <- name_of(table_)
  what <- coverage[paper == paper_ & item == name, what]
  latex_escape(paste0(paper_, ", ", name,
                      if (length(what) > 0) paste0(": ", what[1])))
}
cells_of <- function(paper_, table_, ...) {
  ledger[paper == paper_ & table == table_ & !role %in% c("beyond", uncounted)]
}
printed_table <- function(paper, table, make, more = "", rows = NULL, ...) {
  cells <- if (is.null(rows)) cells_of(paper, table) else rows
  name <- paste(paper, table, sep = "_")
  write_table(make(cells, ..., caption = paste0(caption_of(paper, table), more,
                                                "."),
                   label = paste0("tab:", name)), name)
}
machines_of <- function(paper, table) {
  names <- setdiff(cells_of(paper, table)[, unique(machine)], "none")
  paste0(", on ", paste(latex_code(names), collapse = " and "))
}
latex_times <- function(cells, keys, caption, label) {
  latex_printed(cells, keys, quantity_words, caption, label)
}
single <- list(list("ponnusamy1992", "5", c("procs", "side")),
               list("wang1993", "3", c("procs", "degree")),
               list("wang1993", "4", c("degree", "bytes")),
               list("wang1993", "5", c("degree", "bytes")),
               list("wang1993", "6", c("points", "bytes")))
for (one in single)
  printed_table(one[[1]], one[[2]], latex_times,
                machines_of(one[[1]], one[[2]]), keys = one[[3]])
printed_table("ponnusamy1992", "11", latex_machines, " [ms]",
              keys = c("density", "bytes"))
printed_table("ponnusamy1992", "12", latex_machines, " [ms]",
              rows = cells_of("ponnusamy1992", "12")[quantity == "time"],
              keys = "problem")
surrogates <- cells_of("ponnusamy1992", "12")[quantity != "time"]
write_table(latex_quantities(
  surrogates, "problem", paste(caption_of("ponnusamy1992", "12"),
                               "and the surrogates' patterns."),
  "tab:ponnusamy1992_12_patterns"), "ponnusamy1992_12_patterns")
printed_table("wang1993", "2", latex_quantities, machines_of("wang1993", "2"),
              keys = c("bytes", "fan_in"))
printed_table("wang1993", "test_set3", latex_quantities,
              ", and the surrogates'", keys = "points")
printed_table("barnett1994", "2", latex_quantities,
              keys = c("mesh", "strategy"))
# The operation is part of an algorithm's name or, for NX, of the case.
table3 <- ledger[paper == "barnett1994" & table == "3" & quantity == "time"]
table3[, operation := operation_names(fifelse(
  algorithm == "nx", sub(".*operation=", "", case),
  sub("_hybrid", "", algorithm)))]
table3[, `:=`(case = paste0("operation=", operation, ";", sub(";.*", "", case)),
              algorithm = fcase(algorithm == "nx", "NX", role == "beyond",
                                "best mesh: beyond the paper", default = "iCC"),
              operation = NULL)]
printed_table("barnett1994", "3", latex_times, machines_of("barnett1994", "3"),
              rows = table3, keys = c("operation", "bytes"))
for (number in c("3", "10"))
  printed_table("ponnusamy1992", number, latex_schedule, rows = cells_of(
    "ponnusamy1992", number)[quantity == "transfer"])
write_model("rounds", table_model(
  ledger[role == "exact" & quantity == "rounds",
         .(table = table_of(paper, table), algorithm, printed = published,
           ours = reproduced)],
  "Rounds of the schedules of ponnusamy1992, Table 6.",
  c(code("algorithm"), printed = "value", ours = "value")))
