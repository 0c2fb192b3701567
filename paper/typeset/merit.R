# paper/typeset/merit.R -- scores, and machines of today.

# The shares of all counted times, unseen and looked at.
write_model("counts", table_totals(totals[quantities == "times"]))

# The unseen times by table: the first models alone.
first_unseen <- read_unseen(root)[counts_or_times(quantity) == "times"]
last_unseen <- read_unseen(root, "last_unseen")
write_model("unseen", table_model(
  first_unseen[, c(.(table = table_of(paper[1], table[1])), shares_of(.SD)),
               by = .(paper, number_of_table = table)][
                 , .(table, number, `10%` = within_10, `25%` = within_25,
                     `50%` = within_50)],
  paste0("Unseen times by table, with the ", first_unseen$models[1], "."),
  c(`10%` = "percent", `25%` = "percent", `50%` = "percent")))

# Skill, and the first run.
write_model("merit", table_merit(summarise_ledger(ledger[role != "exact"])))
write_model("skill", table_scores(scores))
write_model("nulls", table_nulls(made("nulls")))
write_model("winners", table_winners(scores))
first <- made("first_run")
write_model("first_run", table_first_run(
  some(first, summarise_first_run(first))))

# The ablation, and scalars fitted on other cells.
write_model("ablations", table_model_parts(frozen("model_parts")))
write_model("refits", table_refits(frozen("refitted")))

# Today. Simulated and measured tables are separate.
today <- claims_elsewhere(frozen("today"))
here <- claims_elsewhere(frozen("here"))
count_elsewhere <- function(rows, caption) {
  table_model(some(rows, table_of_counts(rows, "paper")), caption)
}
write_model("today", table_elsewhere(today, "today"))
write_model("here", table_elsewhere(here, "here"))
write_model("today_counts", count_elsewhere(
  today, "Simulated: verdicts on a fat tree."))
write_model("here_counts", count_elsewhere(
  here, "Measured: verdicts on the machine at hand."))
peers <- frozen("peers")
write_model("peers", table_peers(if (!is.null(peers)) summarise_peers(peers)))
write_model("undivided", table_undivided(
  if (!is.null(peers)) summarise_undivided(peers)))
write_model("measured", table_measured(made("measured")))
write_model("claims_measured",
            table_elsewhere(claims_measured, "measured"))
