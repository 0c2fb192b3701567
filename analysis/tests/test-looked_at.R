# analysis/tests/test-looked_at.R -- what was looked at, and what was not.

looks <- read_looked_at(root, published)
experiments <- read_experiments(root, "nowhere")
unseen <- read_unseen(root)

# A root with another looked_at.csv, or other machines.
changed_root <- function(change = identity, machine = NULL, text = NULL) {
  folder <- another_root()
  fwrite(change(copy(looks)), file.path(folder, "paper", "looked_at.csv"))
  if (!is.null(machine)) {
    file <- file.path(folder, "configs", "machines", machine)
    Sys.chmod(file, "644")
    writeLines(sub("^looked_at: .*", text, readLines(file)), file)
  }
  folder
}

test_that("files of machines list the same tables as looked_at.csv", {
  expect_silent(check_looked_at(looks, experiments, root))
  listed <- read_looks_of_machine(root, "cm5_1993")
  expect_setequal(unlist(listed),
                  c("ponnusamy1992 5", "ponnusamy1992 12", "wang1993 2",
                    "wang1993 3", "wang1993 4"))
})

test_that("a table that a machine lists and looked_at.csv lacks is refused", {
  other <- changed_root(machine = "software/cmmd1.yaml",
                        text = "looked_at: [ponnusamy1992 11, ponnusamy1992 6]")
  expect_error(check_looked_at(looks, experiments, other),
               "cmmd1.yaml: looked_at: ponnusamy1992 6; accepted: tables that")
})

test_that("a table of looked_at.csv that no machine lists is refused", {
  other <- changed_root(machine = "software/cmmd1.yaml", text = "# none")
  expect_error(check_looked_at(looks, experiments, other),
               "looked_at.csv:2: ponnusamy1992 11 is not under looked_at")
})

test_that("tables that pages and machines name are in looked_at.csv", {
  expect_equal(tables_named_in(paste(
    "wang1993's Tables 4 and 5; Table 11 of ponnusamy1992, Table 12;",
    "barnett1994, Table 3; wang1993 Tables 2, 3 and 6; ranka1995, Sec. 3")),
    c("wang1993 4", "wang1993 5", "ponnusamy1992 11", "barnett1994 3",
      "wang1993 2", "wang1993 3", "wang1993 6"))
  other <- changed_root(function(rows) rows[!(paper == "barnett1994")])
  expect_error(check_looked_at(looks[paper != "barnett1994"], experiments,
                               other),
               "names barnett1994 3; accepted: tables that")
})

test_that("of several rows for a cell the first counts", {
  cells <- data.table(paper = "wang1993", table = "5",
                      algorithm = c("lp", "lp"),
                      quantity = c("build_time", "time"), role = "prediction")
  expect_equal(mark_seen(cells, looks)$seen, c("looked at", "looked at last"))
})

test_that("lines of looked_at.csv that mean nothing are refused", {
  for (change in list(function(rows) rows[3, table := "99"],
                      function(rows) rows[3, quantity := "tmie"],
                      function(rows) rows[3, commit := "later"],
                      function(rows) rows[3, seen := "never"],
                      function(rows) rows[3, choice := ""])) {
    expect_error(read_looked_at(changed_root(change), published),
                 "looked_at.csv:4: accepted: a printed table")
  }
})

test_that("seen is of its own, next to the role", {
  cells <- data.table(
    paper = "wang1993", table = c("4", "5", "5", "6", "6", "6"),
    algorithm = c("ac", "lp", "lp", "lp", "rs_n", "ac"),
    quantity = c("time", "build_time", "time", "build_time", "time", "time"),
    role = c("prediction", "prediction", "prediction", "surrogate",
             "calibration", "exact"))
  expect_equal(mark_seen(cells, looks)$seen,
               c("looked at", "looked at", "looked at last", "looked at",
                 "looked at", ""))
})

test_that("one machine counts a table", {
  folder <- changed_root()
  for (name in c("experiments.csv", "sweeps.tsv"))
    file.copy(file.path(root, "paper", name), file.path(folder, "paper"))
  file <- file.path(folder, "paper", "experiments.csv")
  Sys.chmod(file, "644")
  lines <- readLines(file)
  writeLines(append(lines, sub("cm5_1992", "cm5_1993", lines[2]), 2), file)
  expect_error(read_experiments(folder, "nowhere"),
               "experiments.csv:3: ponnusamy1992 11 counts on two machines")
})

test_that("the unseen predictions are those of 993dda5, for ever", {
  expect_equal(unique(unseen$commit), "993dda5")
  expect_equal(unique(unseen$models), "first models of 23 November 2026")
  # No cell twice, none that a choice up to then had looked at.
  expect_equal(anyDuplicated(unseen[, .(paper, table, case, algorithm,
                                        quantity)]), 0)
  expect_true(all(unseen$role %in% predicted_roles))
  # Changing the file is changing history.
  expect_equal(digest::digest(file = file.path(root, "paper/data/unseen.csv"),
                              algo = "sha256"),
               paste0("f8d74173afa3b4b049a995f2e7939bf4",
                      "244b63aa3e2ba484fd0778ece01859f8"))
  expect_equal(digest::digest(
    file = file.path(root, "paper/data/last_unseen.csv"), algo = "sha256"),
    paste0("629001898575d34ae1f97b596ef3cfb4",
           "4c9f2fff7460b67d12e5f7348253d6cf"))
  last <- read_unseen(root, "last_unseen")
  expect_equal(unique(last$models), "models of 27 November 2026")
  # Each had been unseen by the first models.
  expect_equal(nrow(last[!unseen, on = ledger_keys]), 0)
  expect_equal(nrow(last), 105)
})
