# paper/typeset/claims.R -- claims of the papers, and the verdicts.

for (name in names(paper_names))
  write_model(paste0("claims_", name), table_claims(claims, name))
disagreements <- made("disagreements")
if (NROW(disagreements) == 0) {
  write_lines("Frozen and rerun results that disagree: none.",
              "tables/disagreements.tex")
} else {
  write_model("disagreements", table_disagreements(disagreements))
}
count_verdicts <- function(rows, by) {
  left <- paste0("`", by, "`", collapse = " + ")
  wide <- dcast(rows, as.formula(paste(left, "~ verdict")),
                fun.aggregate = length, value.var = "claim")
  setcolorder(wide, c(by, intersect(c("holds", "holds on a range",
                                      "holds within noise", "contradicts"),
                                    names(wide))))
  wide[]
}
counted <- copy(claims)[, `:=`(
  verdict = kind_of_verdict(sub("^fitted, .*", "fitted", verdict)),
  `checked against` = fcase(machine == "printed", "the paper's own tables",
                            machine == "none" & verdict == "not run",
                            "not tested",
                            machine == "none", "schedules and costs alone",
                            default = "a simulated machine"))]
setnames(counted, "paper", "said by")
write_model("claim_counts", table_model(
  count_verdicts(counted, c("said by", "checked against")),
  "Verdicts on what the papers say in words."))
