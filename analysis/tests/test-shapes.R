# analysis/tests/test-shapes.R -- files whose keys or values are not accepted.

said_of <- function(shape, text) {
  file <- tempfile(fileext = ".yaml")
  writeLines(text, file)
  tryCatch({
    read_shaped_yaml(file, shape)
    "nothing"
  }, refused = function(e) sub(file, "f", conditionMessage(e), fixed = TRUE))
}

test_that("a place is named, with what is accepted there", {
  shape <- shape_list(shape_record(
    list(name = shape_name, size = shape_whole), list(flag = shape_flag)))
  expect_equal(said_of(shape, "- {name: a, size: 3}"), "nothing")
  expect_equal(said_of(shape, c("- {name: a, size: 3}", "- {name: a}")),
               "f 2: no key size")
  expect_equal(said_of(shape, "- {name: ../a, size: 3}"),
               "f 1, name: accepted: a name")
  for (value in c("-1", "1.5", ".nan", ".inf", "1e999", "x", "[1, 2]", "~"))
    expect_equal(said_of(shape, sprintf("- {name: a, size: %s}", value)),
                 "f 1, size: accepted: a whole number from 0")
  expect_equal(said_of(shape, "- {name: a, size: 3, sizes: 4}"),
               "f 1: key 'sizes'; accepted: name, size, flag")
  expect_match(said_of(shape, "- {name: a, name: b, size: 3}"), "^f: .*name")
  expect_equal(said_of(shape, "name: a"), "f: accepted: a list")
  expect_match(said_of(shape, "- {name: a"), "^f: ")
})

test_that("a file is text, and none of its text is run", {
  file <- tempfile()
  expect_error(read_text(file), "is not there", class = "refused")
  writeBin(as.raw(c(0x61, 0x00, 0x62)), file)
  expect_error(read_text(file), "zero byte", class = "refused")
  writeBin(as.raw(c(0x61, 0xff)), file)
  expect_error(read_text(file), "not UTF-8", class = "refused")
  ran <- tempfile()
  said_of(shape_text, sprintf("!expr file.create('%s')", ran))
  expect_false(file.exists(ran))
})

test_that("control characters are passed on to nobody", {
  expect_equal(texts_without_controls(list(a = "x\u001b[2J\u009b", b = NULL,
                                           c = list("\ty\n", 1))),
               list(a = "x?[2J?", b = NULL, c = list("\ty\n", 1)))
  rows <- for_spreadsheets(data.table(a = c("=1+1", "-5", "@x", "+y", "b"),
                                      n = -(1:5)))
  expect_equal(rows$a, c("'=1+1", "-5", "'@x", "'+y", "b"))
  expect_equal(rows$n, -(1:5))
})

test_that("a refusal is one short line", {
  said <- tryCatch(refuse("a\n\tb\001c", strrep("x", 2000)),
                   refused = conditionMessage)
  expect_match(said, "^a b cx+$")
  expect_equal(nchar(said), 500)
})
