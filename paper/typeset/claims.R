# paper/typeset/claims.R -- what the papers say in words, and the verdicts.

# Claims, a table a paper; the words only once.
held_against <- c(printed = "its own tables", none = "schedules")
told <- claims[, .(id, section, claim,
                   `held against` = fifelse(machine %in% names(held_against),
                                            held_against[machine], machine),
                   verdict,
                   `found; why` = paste0(found, fifelse(why == "", "",
                                                        paste0("; ", why))))]
told[duplicated(id), `:=`(section = "", claim = "", id = "")]
for (name in names(paper_names)) {
  rows <- told[claims$paper == name]
  setnames(rows, "claim", "the paper says")
  write_csv_table(rows, paste0("claims_", name),
                  words(.035, .075, .25, .13, .1, .335),
                  sprintf("What \\cite{%s} says in words.", name))
}
count_verdicts <- function(rows, by) {
  left <- paste0("`", by, "`", collapse = " + ")
  wide <- dcast(rows, as.formula(paste(left, "~ verdict")),
                fun.aggregate = length, value.var = "claim")
  setcolorder(wide, c(by, intersect(c("holds", "holds within noise",
                                      "contradicts"), names(wide))))
  wide[, lapply(.SD, as.character)]
}
counted <- copy(claims)[, `:=`(
  verdict = sub("^fitted, .*", "fitted", verdict),
  `held against` = fcase(machine == "printed", "the paper's own tables",
                         machine == "none" & verdict == "not run", "nothing",
                         machine == "none", "schedules and costs alone",
                         default = "a simulated machine"))]
setnames(counted, "paper", "said by")
write_csv_table(count_verdicts(counted, c("said by", "held against")),
                "claim_counts", c("l", "l", rep("r", uniqueN(counted$verdict))),
                "Verdicts on what the papers say in words.")
