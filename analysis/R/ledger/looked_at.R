# analysis/R/ledger/looked_at.R -- which printed numbers led to a choice of the
# models, or decided on one: paper/looked_at.csv. The others are unseen.
# Rows are in the order of time. Those `looked at last` are of a review that
# used all numbers that were left; they led to no choice by themselves.
#
# Looking at a table costs its cells their independence from then on, whatever
# their role: traffic that substitutes for lost traffic can be looked at, too.

looked_at_columns <- c("paper", "table", "algorithm", "quantity", "commit",
                       "seen", "choice")
seen_kinds <- c("looked at", "looked at last")

# A row per table that was looked at, or a part of it: an empty algorithm or
# quantity is all of them.
read_looked_at <- function(root, published) {
  file <- file.path(root, "paper", "looked_at.csv")
  rows <- read_listed(file, looked_at_columns)
  known <- vapply(seq_len(nrow(rows)), function(i) {
    look <- rows[i]
    cells <- published[paper == look$paper & table == look$table]
    any(fits_look(cells, look) & nrow(cells) > 0)
  }, NA)
  refuse_line(!known | !grepl("^[0-9a-f]{7,40}$", rows$commit) |
                !rows$seen %in% seen_kinds | rows$choice == "", file,
              "accepted: a printed table, an algorithm and a quantity of it ",
              "or none, a commit, looked at or looked at last, the choice")
  rows
}

# Which cells of its table a row of looked_at.csv means.
fits_look <- function(cells, look) {
  (look$algorithm == "" | cells$algorithm == look$algorithm) &
    (look$quantity == "" | cells$quantity == look$quantity)
}

# The files of a machine that list tables, by name.
read_looks_of_machine <- function(root, machine) {
  folder <- file.path(root, "configs", "machines")
  parts <- read_shaped_yaml(file.path(folder, paste0(machine, ".yaml")),
                            shape_machine)
  files <- Map(function(kind) {
    if (!is.null(parts[[kind]]))
      file.path(folder, kind, paste0(parts[[kind]], ".yaml"))
  }, c("hardware", "software"))
  lapply(setNames(nm = unlist(files)), function(file) {
    as.character(unlist(read_shaped_yaml(file, shape_looks)$looked_at))
  })
}

# The printed tables that a text names, "paper table": "wang1993's Tables 4 and
# 5", "Table 11 of ponnusamy1992", "wang1993, Table 2".
tables_named_in <- function(text) {
  numbers <- "Tables? [0-9]+((, | and | to )[0-9]+)*"
  paper <- "[a-z]+199[0-9]"
  pattern <- sprintf("(%s('s|,)? %s|%s of %s)", paper, numbers, numbers, paper)
  found <- unlist(regmatches(text, gregexpr(pattern, text)))
  unlist(lapply(found, function(one) {
    of <- regmatches(one, regexpr(paper, one))
    paste(of, unlist(regmatches(sub(of, "", one),
                                gregexpr("[0-9]+", sub(of, "", one)))))
  }))
}

# Ends if the page of machines, or a machine's file, names a table that
# looked_at.csv has not.
check_named_tables <- function(looks, root) {
  folder <- file.path(root, "configs", "machines")
  for (file in c(file.path(root, "docs", "machines.md"),
                 list.files(folder, "[.]yaml$", recursive = TRUE,
                            full.names = TRUE))) {
    text <- reading(file, paste(trimws(readLines(file)), collapse = " "))
    for (table in setdiff(tables_named_in(text), looks[, paste(paper, table)]))
      refuse(file, ": names ", table, "; accepted: tables that ",
             file.path(root, "paper", "looked_at.csv"), " has, too")
  }
}

# Ends if looked_at.csv and the machines' files disagree on whole tables.
check_looked_at <- function(looks, experiments, root) {
  file <- file.path(root, "paper", "looked_at.csv")
  check_named_tables(looks, root)
  is_whole <- looks$algorithm == "" & looks$quantity == ""
  whole <- looks[is_whole, paste(paper, table)]
  used <- experiments[kind == "simulated"]
  listed <- lapply(setNames(nm = unique(used$machine)),
                   read_looks_of_machine, root = root)
  by_file <- unlist(unname(listed), recursive = FALSE)
  for (from in names(by_file))
    for (table in setdiff(by_file[[from]], whole))
      refuse(from, ": looked_at: ", table, "; accepted: tables that ", file,
             " has, too")
  for (i in which(is_whole & looks$seen == "looked at")) {
    look <- looks[i]
    machines <- used[paper == look$paper & table == look$table,
                     unique(machine)]
    if (length(machines) > 0 &&
          !paste(look$paper, look$table) %in% unlist(listed[machines]))
      refuse(file, ":", i + 1, ": ", look$paper, " ", look$table,
             " is not under looked_at in the files of ",
             paste(machines, collapse = ", "))
  }
}

# Adds `seen` to a ledger: that of the first row for a cell, "unseen", or ""
# where nothing is predicted. Constants that come from a cell looked at it.
mark_seen <- function(ledger, looks) {
  ledger[, seen := fifelse(role %in% c(predicted_roles, uncounted, "beyond"),
                           "unseen", "")]
  ledger[role %in% c("calibration", "input"), seen := "looked at"]
  for (i in seq_len(nrow(looks))) {
    look <- looks[i]
    ledger[seen == "unseen" & paper == look$paper & table == look$table &
             fits_look(ledger, look), seen := look$seen]
  }
  ledger[]
}

# The predictions of the cells that no choice up to their commit had looked at,
# with the name of that commit's models. The files never change, whatever
# becomes of the models: `unseen` is of the first, `last_unseen` of the last
# models that left a cell unseen.
read_unseen <- function(root, name = "unseen") {
  file <- file.path(root, "paper", "data", paste0(name, ".csv"))
  rows <- read_named(file, colClasses = list(
    character = c("table", "case", "published", "commit")))
  check_columns(rows, c(reproduced = "duration"), file)
  rows[, models := name_models(root, commit)]
  refuse_line(is.na(rows$models), file, "commit ", rows$commit,
              " is not in paper/models.csv")
  rows
}

todays_models <- "today's models"

# "first models of 23 November 2026": readers know no commits.
name_models <- function(root, commit) {
  known <- read_listed(file.path(root, "paper", "models.csv"),
                       c("commit", "date", "name"))
  date <- as.POSIXlt(known$date)
  words <- sprintf("%s of %d %s %d", known$name, date$mday,
                   month.name[date$mon + 1], date$year + 1900)
  words[match(commit, known$commit)]
}
