# analysis/tests/test-report.R -- machines and files at the top of the report,
# and the ledger as its table.

style_folder <- file.path(root, "analysis", "report")

test_that("machines are drawn, with an alternative and the rates simulated", {
  networks <- read_networks(root)
  html <- as.character(figure_of_machines(style_folder, networks))
  for (words in words_of_drawings)
    expect_match(html, paste0("role=\"img\" aria-label=\"", words, "\""),
                 fixed = TRUE)
  expect_false(grepl("@label@", html, fixed = TRUE))
  expect_match(html, "at 9 MB/s (wang1993, Table 2)", fixed = TRUE)
  expect_match(html, "18.55 MB/s (fitted), a link 175 MB/s", fixed = TRUE)
  networks$paragon$link_bandwidth_mb_s <- 200
  expect_match(as.character(figure_of_machines(style_folder, networks)),
               "a link 200 MB/s", fixed = TRUE)
})

test_that("the rates drawn are those of the simulated fat tree", {
  drawn <- readLines(file.path(style_folder, "cm5.svg"))
  levels <- read_networks(root)$cm5$levels
  expect_equal(vapply(levels, `[[`, 0, "nodes"), c(4, 16))
  rates <- vapply(levels, `[[`, 0, "bandwidth_per_node_mb_s")
  # What leaves a group of 4 has the rate of a group of 16.
  expect_true(any(grepl(sprintf("among 16: %g MB/s", rates[1]), drawn)))
  expect_true(any(grepl(sprintf("beyond: %g MB/s", rates[2]), drawn)))
  mesh <- read_shaped_yaml(file.path(root, "configs", "machines",
                                     "paragon_16x32.yaml"),
                           shape_machine)$network
  expect_match(words_of_drawings[["paragon"]],
               sprintf("%d rows of %d nodes", mesh$rows, mesh$columns))
})

test_that("a table comes back if three quarters of its times do", {
  ledger <- data.table(
    paper = "p", table = rep(c("1", "2"), each = 4), role = "prediction",
    case = paste0("a=", 1:4), algorithm = "x", quantity = "time",
    reproduced = c(rep(1, 7), NA),
    verdict = c("within 25%", "within 5%", "within 5%", "beyond 50%",
                "within 5%", "within 5%", "within 50%", "not run"))
  expect_equal(describe_tables(ledger, TRUE), "p, Table 1")
  expect_equal(describe_tables(ledger, FALSE), "p, Table 2")
  # Neither counts nor times that a constant was fitted on, which are named.
  others <- copy(ledger)[, `:=`(table = "1", verdict = "beyond 50%")]
  others[1:4, quantity := "rounds"][5:8, role := "calibration"]
  expect_equal(describe_tables(rbind(ledger, others), TRUE), paste(
    "p, Table 1 (after constants were fitted on 4 of its cells)"))
  expect_equal(describe_tables(rbind(ledger, others[5]), TRUE), paste(
    "p, Table 1 (after a constant was fitted on one of its cells)"))
})

test_that("every role of a ledger is explained", {
  roles <- c("exact", predicted_roles, "calibration", "input", uncounted,
             "beyond", "undescribed")
  expect_setequal(names(words_of_roles), roles)
  html <- as.character(list_of_names(list(titles = c(cm5_1992 = "a < b"))))
  for (words in c(words_of_roles, "cm5_1992", "a &lt; b"))
    expect_match(html, words, fixed = TRUE)
})

test_that("only files that are there have links", {
  folder <- tempfile()
  dir.create(file.path(folder, "figures"), recursive = TRUE)
  file.create(file.path(folder, c("ledger.csv", "figures/a.svg",
                                  "figures/a.csv", "figures/b.svg")))
  figure <- function(name) {
    list(file = file.path(folder, "figures", paste0(name, ".svg")))
  }
  html <- as.character(list_of_files(
    list(figures = list(a = figure("a"), b = figure("b"))), folder))
  links <- regmatches(html, gregexpr("href=\"[^\"]*", html))[[1]]
  expect_equal(sub("href=\"", "", links),
               c("ledger.csv", "figures/a.svg", "figures/a.csv",
                 "figures/b.svg"))
})

ledger <- as_ledger(data.table(
  paper = "wang1993", table = "4", case = c("a=1", "a=2", "a=3"),
  algorithm = "lp", quantity = "time", unit = "ms",
  published = c("1.0", "1.0", "1.0"), reproduced = c("1.1", "0.5", NA),
  ratio = c(1.1, 0.5, NA), role = c("prediction", "surrogate", "prediction"),
  machine = "cm5_1993", verdict = c("within 10%", "beyond 50%", "not run"),
  note = c("", "guess: why", ""), seen = "looked at", workload = "cg"))
html <- as.character(html_ledger(ledger))

test_that("what is furthest off is first, what did not run last", {
  at <- vapply(c("a=2", "a=1", "a=3"), function(case) {
    as.integer(regexpr(paste0(">", case, "<"), html, fixed = TRUE))
  }, 0L)
  expect_true(all(at > 0))
  expect_false(is.unsorted(at))
})

test_that("a row opens to its machine, note and command", {
  expect_equal(lengths(regmatches(html, gregexpr("<details>", html))), 3)
  expect_match(html, "cm5_1993, cg; looked at. guess: why.", fixed = TRUE)
  expect_match(html, "<code>reproduce --only wang1993:4</code>",
               fixed = TRUE)
  expect_match(html, "1.0 ms", fixed = TRUE)
})

test_that("menus have every value once", {
  menus <- as.character(htmltools::tagList(ledger_menus(ledger)))
  for (word in c("prediction", "surrogate", "within 10%", "not run"))
    expect_equal(lengths(regmatches(menus, gregexpr(
      paste0("<option>", word, "</option>"), menus, fixed = TRUE))), 1)
})
