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
# A row per group, a column per kind of verdict.
table_of_counts <- function(claims, by) {
  wide <- dcast(count_claims(claims, setdiff(by, "place")),
                as.formula(paste(paste(by, collapse = " + "), "~ kind")),
                fun.aggregate = sum, value.var = "N")
  setcolorder(wide, c(by, intersect(names(claim_kinds), names(wide))))
  wide[]
}
counted <- table_of_counts(claims, c("paper", "place"))
counted[, place := c(simulated = "a simulated machine",
                     alone = "schedules and costs alone", open = "not tested",
                     printed = "the paper's own tables")[place]]
setnames(counted, c("paper", "place"), c("said by", "checked against"))
write_model("claim_counts", table_model(
  counted, "Verdicts on what the papers say in words."))
