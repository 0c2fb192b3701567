# analysis/tests/test-packed.R -- a packed results folder is read like the
# folder that was packed, and refused if it is damaged.
source(file.path(root, "analysis", "tests", "damage.R"))

# A sweep, and the same one packed.
plain <- file.path(copy_sweep(root), "wang_table2", "cm5_1993")
packed <- pack_sweep(root, plain)

# A copy of the packed folder, its provenance.json edited.
edited <- function(change) {
  folder <- copy_folder(packed)
  file <- file.path(folder, "provenance.json")
  value <- change(jsonlite::parse_json(read_text(file)))
  writeLines(as_json(value), file)
  folder
}

expect_refused <- function(folder, words) {
  said <- tryCatch({
    read_results(folder)
    "nothing"
  }, refused = conditionMessage)
  expect_true(startsWith(said, folder) && grepl(words, said, fixed = TRUE),
              info = paste(words, "|", said))
}
remedy_of_packed <- "; accepted: what ./quadrille results pack has written"

test_that("a packed folder has the results of the folder that was packed", {
  expect_true(is_packed(packed) && !is_packed(plain))
  was <- read_results(plain)
  is <- read_results(packed)
  # Texts of files that the folder has are left out.
  was$provenance$configuration <- is$provenance$configuration <- NULL
  was$files <- is$files <- NULL
  expect_equal(is, was)
  expect_silent(read_results(edited(identity)))
})

test_that("samples.csv.xz is the one that provenance.json names", {
  damaged <- function(change) {
    folder <- copy_folder(packed)
    file <- file.path(folder, "samples.csv.xz")
    writeBin(change(read_bytes(file)), file)
    folder
  }
  other <- paste0("/samples.csv.xz: its SHA-256 is not that of provenance.json",
                  remedy_of_packed)
  # memDecompress alone would read the first two.
  expect_refused(damaged(function(bytes) head(bytes, -5)), other)
  expect_refused(damaged(function(bytes) c(bytes, as.raw(1:5))), other)
  expect_refused(damaged(function(bytes) raw()), other)
  folder <- copy_folder(packed)
  file.remove(file.path(folder, "samples.csv.xz"))
  expect_refused(folder, "/samples.csv.xz: is not there")
  folder <- copy_folder(packed)
  file.remove(file.path(folder, "provenance.json"))
  expect_refused(folder, "/provenance.json: is not there")
  # A file that is no xz, and one without a line, with the digests of theirs.
  for (bytes in list(charToRaw("launch,cell\n"), memCompress(raw(), "xz"))) {
    folder <- copy_folder(packed)
    writeBin(bytes, file.path(folder, "samples.csv.xz"))
    sign_samples(folder)
    expect_refused(folder, "/samples.csv.xz: ")
  }
})

test_that("every row is of one launch, and every launch is there once", {
  rows <- "/provenance.json: rows of launches are not the 48 of samples.csv.xz"
  names <- "/provenance.json: names of launches are not in order, each once"
  launches <- function(change) {
    edited(function(value) {
      value$launches <- change(value$launches)
      value
    })
  }
  expect_refused(launches(function(all) all[1]), rows)
  expect_refused(launches(function(all) all[2]), rows)
  expect_refused(launches(function(all) all[c(1, 1, 2)]), names)
  expect_refused(launches(function(all) all[2:1]), names)
  expect_refused(launches(function(all) {
    all[[2]]$name <- all[[1]]$name
    all
  }), names)
  expect_refused(launches(function(all) {
    all[[1]]$name <- "x/launch-00000"
    all
  }), names)
  expect_refused(launches(function(all) {
    all[[1]]$last <- 7
    all
  }), rows)
  expect_refused(launches(function(all) {
    all[[1]]$last <- 7
    all[[2]]$first <- 8
    all
  }), paste0("/provenance.json, launch-00000: it does not describe its csv",
             remedy_of_packed))
  expect_refused(launches(function(all) {
    all[[1]]$own$csv$sha256 <- all[[2]]$own$csv$sha256
    all
  }), "launch-00000: it does not describe its csv")
})

test_that("a launch in it counts by the rules of all launches", {
  expect_refused(edited(function(value) {
    value$shared$format <- 7
    value
  }), "launch-00000: its format is not one that is read")
  expect_refused(edited(function(value) {
    value$launches[[2]]$own$cells$cell <- value$launches[[1]]$own$cells$cell
    value
  }), "launch-00001: its csv has other samples than its cells")
  expect_refused(edited(function(value) {
    value$launches[[2]]$own$cells$cell <- list(1)
    value
  }), "launch-00001: columns of cells differ in length")
  expect_refused(edited(function(value) {
    value$shared$cells$verdict <- "GOOD"
    value
  }), "launch-00000, cells 1, verdict: accepted: VALID, INVALID")
  folder <- copy_folder(packed)
  write("# x", file.path(folder, "software.yaml"), append = TRUE)
  expect_refused(folder, "/software.yaml: it is not the file that launches")
})

test_that("a later format, and a folder of both kinds, are refused", {
  expect_refused(edited(function(value) {
    list(format = 2, entries = list())
  }), "/provenance.json, format: accepted: 1")
  expect_refused(edited(function(value) {
    value$shared <- NULL
    value
  }), "/provenance.json: no key shared")
  folder <- copy_folder(plain)
  file.copy(list.files(packed, full.names = TRUE), folder)
  expect_refused(folder, ": has packed launches and others; accepted: one kind")
})

test_that("cells with other keys than the first are packed as they are", {
  records <- list(list(cell = 0, samples = 1), list(cell = 1))
  expect_equal(restore_cells(records, "x"), records)
  expect_equal(restore_cells(list(cell = list(4, 2), reason = NULL, n = 1),
                             "x"),
               list(list(cell = 4, reason = NULL, n = 1),
                    list(cell = 2, reason = NULL, n = 1)))
})
