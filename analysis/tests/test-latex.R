# analysis/tests/test-latex.R -- tables and numbers as LaTeX.

test_that("every special character is escaped, once", {
  expect_equal(latex_escape(c("50% of a_b & #1", "$x^2$ {~}", "a\\b", NA)),
               c("50\\% of a\\_b \\& \\#1",
                 "\\$x\\textasciicircum{}2\\$ \\{\\textasciitilde{}\\}",
                 "a\\textbackslash{}b", ""))
  # No dash from two hyphens, no guillemets, no separate line.
  expect_equal(latex_escape("--only a <-> b\n"),
               "-{}-only a \\textless{}-\\textgreater{} b ")
  expect_equal(latex_escape(character()), character())
})

test_that("long words may end a line", {
  expect_equal(latex_breakable("a_b=c"),
               "a\\_\\allowbreak{}b=\\allowbreak{}c")
  expect_equal(latex_code(c("x", "")), c("\\texttt{x}", ""))
})

test_that("numbers have four digits, and a missing one is a dash", {
  expect_equal(digits_text(c("3.0041792", "13221.9", "0.001199644", "0", "",
                              NA)),
               c("3.004", "13222", "0.001200", "0", "--", "--"))
  expect_equal(digits_text(12), "12.00")
  expect_equal(fixed_text(c(1, NA, Inf)), c("1.00", "--", "--"))
  expect_equal(latex_percent(c(0.505, NA)), c("50\\%", "--"))
})

test_that("a command has letters only", {
  expect_equal(latex_command("Cells", "7"), "\\newcommand{\\Cells}{7}")
  expect_error(latex_command(c("Cells", "Table5"), "7"), "not Table5")
  expect_error(latex_command("cells", "7"), "letters only")
})

rows <- data.table(
  case = c("procs=32;side=1", "procs=32;side=1", "procs=64;side=1"),
  algorithm = c("lex", "pex", "lex"), quantity = "time", unit = "ms",
  published = c("1.50", "2", "3"), reproduced = c("1.5", "8", ""),
  ratio = c(1, 4, NA), role = c("calibration", "prediction", "prediction"),
  machine = "m", verdict = c("within 5%", "beyond 50%", "not run"))

test_that("a cell is as printed, ours and the ratio", {
  cells <- latex_cells(rows)
  expect_equal(cells$printed, c("1.50", "2", "3"))
  expect_equal(cells$ours, c("1.500\\textdagger{}", "8.000", "--"))
  expect_equal(cells$ratio, c("1.00", "\\textbf{4.00}", "--"))
  exact <- latex_cells(data.table(published = c("16", "9"),
                                  reproduced = c("8", "9"), ratio = NA,
                                  role = "exact",
                                  verdict = c("contradicts", "exact")))
  expect_equal(exact$ours, c("\\textbf{8}", "9"))
})

test_that("a cell that is not printed is empty in the wide form", {
  wide <- cbind(rows, split_pairs(rows$case))
  expect_equal(latex_wide_rows(wide, c("procs", "side"), "algorithm",
                               c("lex", "pex")),
               c(paste("32 & 1 & 1.50 & 1.500\\textdagger{} & 1.00 &",
                       "2 & 8.000 & \\textbf{4.00} \\\\"),
                 "64 & 1 & 3 & -- & -- &  &  &  \\\\"))
  head <- latex_wide_head(c("procs", "side"), c("lex", "pex"))
  expect_equal(head[1],
               " &  & \\multicolumn{3}{c}{lex} & \\multicolumn{3}{c}{pex} \\\\")
  expect_equal(head[2], "\\cmidrule(lr){3-5}\\cmidrule(lr){6-8}")
})

# All lines of a table have the same number of cells.
expect_rectangular <- function(lines, columns) {
  cells <- lines[grepl(" & ", lines) & !grepl("multicolumn|caption", lines)]
  expect_gt(length(cells), 0)
  expect_equal(unique(lengths(strsplit(cells, " & ", fixed = TRUE))), columns)
}

test_that("tables have as many cells in every line", {
  expect_rectangular(latex_printed(rows, c("procs", "side"), list(), "c", "l"),
                     8)
  two <- rbind(rows, copy(rows)[, machine := "n"])
  expect_rectangular(latex_machines(two, c("procs", "side"), "c", "l"), 8)
  two <- rbind(rows, copy(rows)[, quantity := "rounds"])[algorithm == "lex"]
  expect_rectangular(latex_quantities(two, c("procs", "side"), "c", "l"), 8)
})

test_that("every cell of a printed table is in its LaTeX", {
  cells <- published[paper == "wang1993" & table == "5"]
  cells[, `:=`(published = value, reproduced = "", ratio = NA_real_,
               role = "prediction", machine = "m", verdict = "not run")]
  text <- paste(latex_printed(cells, c("degree", "bytes"), list(), "c", "l"),
                collapse = " ")
  found <- strsplit(text, "[ &]+")[[1]]
  expect_true(all(cells$value %in% found))
  expect_equal(sum(found == "--"), 2 * nrow(cells))
})

test_that("a schedule shows a difference next to the printed entry", {
  cells <- data.table(case = c("entry=1;round=1", "entry=2;round=1",
                               "entry=1;round=2"),
                      published = c("0 <-> 1", "2 <-> 3", "1 -> 2"),
                      reproduced = c("0 <-> 1", "3 -> 2", ""))
  lines <- latex_schedule(cells, "c", "l")
  expect_true(any(startsWith(lines, paste(
    "1 & 0 $\\leftrightarrow$ 1 & 2 $\\leftrightarrow$ 3",
    "\\textbf{[3 $\\to$ 2]}"))))
  expect_true(any(grepl("\\textbf{[not run]}", lines, fixed = TRUE)))
})

test_that("an empty table has a line, and small ones are on one page", {
  empty <- latex_longtable("l", "\\\\", character(), "c", "l")
  expect_true(any(grepl("no results", empty)))
  body <- sprintf("%d \\\\", 1:40)
  expect_equal(latex_keep(body[1:3], "r"), c("1 \\\\*", "2 \\\\*", "3 \\\\"))
  expect_equal(which(endsWith(latex_keep(body, "r"), "*")), c(1, 2, 38, 39))
  expect_equal(latex_keep(body[1], "W{.1}"), body[1])
})

test_that("entries of machines are values, parts of parts, and sums", {
  part <- list(a = 1.5, b = list(c = 2), levels = list(list(nodes = 4)),
               fitted = list(list(key = "b.c", source = "s", cells = list(
                 "p 4 x=1 lp time", "p 4 x=2 none time"))),
               inputs = list(list(key = "a", source = "t", cells = list())))
  expect_equal(value_of_key(part, "a + b.c"), 3.5)
  expect_equal(value_of_key(part, "levels"), NA_real_)
  declared <- latex_declared(part, "f")
  expect_equal(declared$value, c("2", "1.5"))
  expect_equal(declared$cells, c("p, Table 4: x=1 lp time, x=2 time", ""))
})

test_that("every machine's entries have a value", {
  for (file in list.files(file.path(root, "configs", "machines",
                                    c("hardware", "software")),
                          full.names = TRUE)) {
    declared <- latex_declared(yaml::read_yaml(file), "f")
    expect_false(any(declared$value %in% c("", "0")), info = file)
  }
})

test_that("results of the same program share a row", {
  from <- list(commit = "0123456789abc-dirty\n", programs = "aa  program",
               mpi = "MPI 1", cpu = "a & b", cpus_online = 2)
  rows <- provenance_rows(list(one = list(provenance = from), none = NULL,
                               two = list(provenance = from)))
  expect_equal(rows$results, c("one", "two"))
  alike <- provenance_alike(rows)
  expect_equal(alike$results, "one, two")
  expect_equal(alike$program, "aa")
  expect_equal(alike$`run on`, "a & b, 2 cores")
  expect_equal(short_commit(alike$commit), "0123456789-dirty")
})

test_that("the text uses all numbers, and only those that exist", {
  text <- file.path(root, "paper", "paper.tex")
  skip_if_not(file.exists(text))
  lines <- unlist(lapply(c(text, list.files(
    file.path(root, "paper", "sections"), full.names = TRUE)), readLines))
  used <- unlist(regmatches(lines, gregexpr("(?<=\\\\)[A-Z][A-Za-z]+(?=\\{\\})",
                                            lines, perl = TRUE)))
  script <- paste(readLines(file.path(root, "paper", "typeset",
                                      "numbers.R")),
                  collapse = "\n")
  list <- sub("\n\\S.*", "", sub(".*\nnumbers <- list[(]", "", script))
  made <- regmatches(list, gregexpr("(?<![A-Za-z_])[A-Z][A-Za-z]+(?= = )", list,
                                    perl = TRUE))[[1]]
  expect_setequal(unique(used), made)
})

test_that("papers are named by their authors, and commands keep keys", {
  expect_equal(latex_escape("wang1993, Table 4"), "Wang, Table 4")
  expect_equal(latex_escape("--only wang1993:4"), "-{}-only wang1993:4")
  expect_setequal(names(paper_authors), names(paper_names))
})
