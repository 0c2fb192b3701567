# paper/print_unequal_tables.R ROOT -- prints the tables of docs/unequal.md from
# the frozen results.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
root <- take_arguments("ROOT")$root
times <- read_frozen(file.path(root, "paper", "data", "unequal.csv"))
papers <- summarise_papers(times)
tables <- list(table_papers_unequal(papers), table_means_unequal(papers),
               table_nodes_unequal(summarise_nodes(times)))
for (table in tables)
  writeLines(c(markdown_table(table), ""))
