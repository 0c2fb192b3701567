# paper/typeset/doubts.R -- Sections 9 and 10: errata, what is far off, and what
# the results were made with.

# 9 and 10: errata, and what is far off.
errata <- read_csv(file.path(root, "analysis", "errata.csv"))
write_csv_table(some(errata, errata[, .(table = table_of(paper, table),
                           case = gsub(";", ", ", case), algorithm, quantity,
                           printed, reading, why)]),
                "errata", words(.15, .16, .12, .08, .09, .09, .22),
                "Printed cells that contradict their own paper.", "algorithm")
far <- ledger[verdict == "beyond 50%" & role %in% predicted_roles]
reasons <- far[, .(cells = .N, lowest = latex_fixed(min(ratio)),
                   highest = latex_fixed(max(ratio))),
               by = .(table = table_of(paper, table), machine,
                      reason = fifelse(note == "", "none is known", note))]
write_csv_table(reasons[order(-cells), .(table, machine, cells, lowest, highest,
                                         reason)],
                "misses", c(words(.15, .14), "r", "r", "r", words(.46)),
                paste("Predicted cells more than 50\\% off, by reason, with",
                      "the range of their ratios."), "machine")
provenance <- made("provenance")
if (!is.null(provenance))
  provenance <- provenance_alike(provenance)
write_csv_table(some(provenance, provenance[
  , .(results, commit = short_commit(commit), program = substr(program, 1, 16),
      MPI, `run on`)]),
  "provenance", words(.35, .125, .135, .16, .14),
  paste("What the results of tables were made with; program: the first 16",
        "digits of the SHA-256 of a sweep's first one."),
  c("results", "program", "commit"))
