# analysis/R/ledger/looked_at.R -- which printed numbers led to a choice of the
# models, or decided on one: paper/looked_at.csv. The others are unseen.
#
# Looking at a table costs its cells their independence from then on, whatever
# their role: traffic that substitutes for lost traffic can be looked at, too.

looked_at_columns <- c("paper", "table", "algorithm", "quantity", "commit",
                       "choice")

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
                rows$choice == "", file,
              "accepted: a printed table, an algorithm and a quantity of it ",
              "or none, a commit, the choice")
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

# Ends if looked_at.csv and the machines' files disagree on whole tables.
check_looked_at <- function(looks, experiments, root) {
  file <- file.path(root, "paper", "looked_at.csv")
  whole <- looks[algorithm == "" & quantity == "", paste(paper, table)]
  used <- experiments[kind == "simulated"]
  listed <- lapply(setNames(nm = unique(used$machine)),
                   read_looks_of_machine, root = root)
  by_file <- unlist(unname(listed), recursive = FALSE)
  for (from in names(by_file))
    for (table in setdiff(by_file[[from]], whole))
      refuse(from, ": looked_at: ", table, "; accepted: tables that ", file,
             " has, too")
  for (i in which(looks$algorithm == "" & looks$quantity == "")) {
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

# Adds `seen` to a ledger: "looked at", "unseen", or "" where nothing is
# predicted. Constants that come from a cell looked at it.
mark_seen <- function(ledger, looks) {
  ledger[, seen := fifelse(role %in% c(predicted_roles, uncounted, "beyond"),
                           "unseen", "")]
  ledger[role %in% c("calibration", "input"), seen := "looked at"]
  for (i in seq_len(nrow(looks))) {
    look <- looks[i]
    ledger[seen == "unseen" & paper == look$paper & table == look$table &
             fits_look(ledger, look), seen := "looked at"]
  }
  ledger[]
}

# The predictions of the cells that no choice up to their commit had looked at.
# The file never changes, whatever becomes of the models.
read_unseen <- function(root) {
  file <- file.path(root, "paper", "data", "unseen.csv")
  rows <- read_named(file, colClasses = list(
    character = c("table", "case", "published", "commit")))
  check_columns(rows, c(reproduced = "duration"), file)
  rows
}
