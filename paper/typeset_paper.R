#!/usr/bin/env Rscript
# paper/typeset_paper.R ROOT OUT -- OUT/paper.pdf of what paper/
# make_paper_figures.R wrote into OUT: tables and numbers in OUT/paper, then
# pdflatex on paper/paper.tex. Equal files give an equal pdf.
#
# Without pdflatex it says so and leaves no paper.pdf, but does not fail: the
# report has the same numbers, and needs no LaTeX.
source(file.path(commandArgs(TRUE)[1], "analysis/R/load.R"), chdir = TRUE)
arguments <- take_arguments("ROOT", "OUT")
root <- arguments$root
out <- normalizePath(arguments$out, mustWork = TRUE)

packages <- c("texlive-latex-recommended", "lmodern")
pdf <- file.path(out, "paper.pdf")
folder <- file.path(out, "paper")
unlink(c(pdf, folder), recursive = TRUE)
if (Sys.which("pdflatex") == "") {
  cat("no paper.pdf: pdflatex is not there (Debian: ",
      paste(packages, collapse = " "), ")\n", sep = "")
  quit(status = 0)
}

# What was written into OUT, and what is frozen beside paper.tex; NULL if it is
# not there. A printed value stays a text, as a reproduced schedule is one.
text_of_csv <- c("paper", "table", "case", "published", "reproduced", "note",
                 "id", "section", "found", "why", "commit", "program")
read_csv <- function(file) {
  if (!file.exists(file))
    return(NULL)
  text <- intersect(text_of_csv, names(fread(file, nrows = 0)))
  rows <- fread(file, colClasses = list(character = text))
  # A column in which nothing stands is read as one of logical values.
  for (name in text)
    rows[is.na(get(name)), (name) := ""]
  if (nrow(rows) > 0) with_names(rows)
}
made <- function(name) read_csv(file.path(out, paste0(name, ".csv")))
frozen <- function(name) {
  read_csv(file.path(root, "paper", "data", paste0(name, ".csv")))
}

dir.create(file.path(folder, "tables"), recursive = TRUE)
write_lines <- function(lines, name) {
  write_whole(file.path(folder, name), function(file) writeLines(lines, file))
}
write_table <- function(lines, name) {
  write_lines(lines, file.path("tables", paste0(name, ".tex")))
}
# Columns of a table: words, ragged, of so many parts of the text's width.
words <- function(...) {
  sprintf("W{%.3f}", c(...))
}
# A table of csv; of nothing, its caption and a line.
write_csv_table <- function(rows, name, columns, caption, code = character(),
                            above = NULL) {
  label <- paste0("tab:", name)
  lines <- if (NROW(rows) == 0)
             latex_longtable("l", "\\\\", character(), caption, label)
           else latex_table(rows, columns, caption, label, code, above)
  write_table(lines, name)
}
# What is made of rows that may not be there; nothing of none.
some <- function(rows, shown) if (NROW(rows) > 0) shown
name_of <- function(table) {
  fifelse(grepl("^[0-9]+$", table), paste("Table", table),
          sub("_set", " set ", table))
}
table_of <- function(paper, table) paste0(paper, ", ", name_of(table))
ledger <- made("ledger")
coverage <- made("coverage")
claims <- made("claims")
totals <- made("totals")
scores <- made("scores")
if (is.null(ledger) || is.null(coverage) || is.null(claims))
  stop(out, ": no ledger.csv, coverage.csv or claims.csv; ",
       "`./quadrille figures` makes them")
ledger[, published := trimws(published)]
# Simulated and measured never share a table, nor a count.
is_measured <- vapply(claims$machine, function(name) {
  file <- file.path(root, "configs", "machines", paste0(name, ".yaml"))
  file.exists(file) && yaml::read_yaml(file)$kind != "simulated"
}, NA)
claims_measured <- claims[is_measured]
claims <- claims[!is_measured]

# 1: what is reproduced.
write_csv_table(coverage[, .(paper, item, what, status, numbers = merit,
                             `what is missing, and why` = why)],
                "coverage", words(.1, .27, .1, .17, .32),
                "Every table and figure of the four papers.", above = "paper")
roles <- c(exact = "schedules, rounds and costs, which must be equal",
           prediction = "predicted",
           surrogate = "predicted, of a traffic of ours instead of the paper's",
           calibration = "a constant was fitted on it",
           input = "a constant was taken from it",
           undescribed = "of a library that the paper does not describe",
           beyond = "the same exchange by what the paper does not do")
write_csv_table(ledger[, .(rows = .N,
                           `not run` = sum(verdict == "not run")),
                       by = .(role, meaning = roles[role])][
  order(match(role, names(roles))), .(role, meaning, rows, `not run`)],
  "roles", c("l", "l", "r", "r"),
  paste("Rows of the ledger by role: a printed number on two machines has two",
        "rows. Only predictions and surrogates count as reproduced times."))

# 3: the machines.
machine_file <- function(...) {
  yaml::read_yaml(file.path(root, "configs", "machines", ...))
}
simulated <- c("cm5_1992", "cm5_1992_fitted", "cm5_1993", "paragon_16x32",
               "paragon_15x30", "paragon_13x31", "fat_tree")
described <- sapply(simulated, function(name) {
  machine_file(paste0(name, ".yaml"))
}, simplify = FALSE)
write_csv_table(rbindlist(lapply(simulated, function(name) {
  with(described[[name]], data.table(
    machine = name, title = title, hardware = hardware, software = software,
    `up to` = max_procs, `alpha [us]` = network$alpha_us,
    `beta [ns]` = network$beta_ns, `gamma [ns]` = network$gamma_ns))
})), "machines", c("l", words(.32), "l", "l", rep("r", 4)),
paste("The simulated machines; alpha, beta and gamma are a summary of hardware",
      "and software, which the choice of a hybrid counts with."),
c("machine", "hardware", "software"))
parts <- unique(rbindlist(lapply(described, function(one) {
  data.table(kind = c("hardware", "software"),
             name = c(one$hardware, one$software))
})))
setorder(parts, kind)
read_part <- Map(function(kind, name) machine_file(kind, paste0(name, ".yaml")),
                 parts$kind, parts$name)
part_file <- paste0(parts$kind, "/", parts$name)
declared <- rbindlist(Map(latex_declared, read_part, part_file))
for (how in c("fitted", "input"))
  write_csv_table(declared[is == how, .(file, key, value, source, cells)], how,
                  c(words(.12, .17), "r", words(.33, .25)),
                  if (how == "fitted")
                    "Fitted scalars, and the cells that they were fitted on."
                  else "Numbers taken from print, and the cells looked at.",
                  code = c("file", "key"))
write_csv_table(rbindlist(Map(function(part, file) {
  data.table(file = file, choice = as.character(unlist(part$structure)))
}, read_part, part_file)), "structure", words(.16, .8),
"What is no number, or an assumed one, with the tables that were looked at.",
"file")

# 5: every printed table.
quantity_words <- list(time = "time", build_time = "making the schedule",
                       rounds = "rounds of the schedule")
caption_of <- function(paper_, table_) {
  name <- name_of(table_)
  what <- coverage[paper == paper_ & item == name, what]
  sprintf("\\cite{%s}, %s%s", paper_, name,
          if (length(what) == 0) "" else paste0(": ", latex_escape(what[1])))
}
cells_of <- function(paper_, table_, ...) {
  ledger[paper == paper_ & table == table_ & role != "beyond"]
}
printed_table <- function(paper, table, make, more = "", rows = NULL, ...) {
  cells <- if (is.null(rows)) cells_of(paper, table) else rows
  name <- paste(paper, table, sep = "_")
  write_table(make(cells, ..., caption = paste0(caption_of(paper, table), more,
                                                "."),
                   label = paste0("tab:", name)), name)
}
machines_of <- function(paper, table) {
  names <- setdiff(cells_of(paper, table)[, unique(machine)], "none")
  paste0(", on ", paste(latex_code(names), collapse = " and "))
}
latex_times <- function(cells, keys, caption, label) {
  latex_printed(cells, keys, quantity_words, caption, label)
}
single <- list(list("ponnusamy1992", "5", c("procs", "side")),
               list("wang1993", "3", c("procs", "degree")),
               list("wang1993", "4", c("degree", "bytes")),
               list("wang1993", "5", c("degree", "bytes")),
               list("wang1993", "6", c("points", "bytes")))
for (one in single)
  printed_table(one[[1]], one[[2]], latex_times,
                machines_of(one[[1]], one[[2]]), keys = one[[3]])
printed_table("ponnusamy1992", "11", latex_machines, " [ms]",
              keys = c("density", "bytes"))
printed_table("ponnusamy1992", "12", latex_machines, " [ms]",
              rows = cells_of("ponnusamy1992", "12")[quantity == "time"],
              keys = "problem")
surrogates <- cells_of("ponnusamy1992", "12")[quantity != "time"]
write_table(latex_quantities(
  surrogates, "problem", paste(caption_of("ponnusamy1992", "12"),
                               "and the surrogates' patterns."),
  "tab:ponnusamy1992_12_patterns"), "ponnusamy1992_12_patterns")
printed_table("wang1993", "2", latex_quantities, machines_of("wang1993", "2"),
              keys = c("bytes", "fan_in"))
printed_table("wang1993", "test_set3", latex_quantities,
              ", and the surrogates'", keys = "points")
printed_table("barnett1994", "2", latex_quantities,
              keys = c("mesh", "strategy"))
# The operation stands in the name of an algorithm, or, of NX, in the case.
table3 <- ledger[paper == "barnett1994" & table == "3" & quantity == "time"]
table3[, operation := operation_names(fifelse(
  algorithm == "nx", sub(".*operation=", "", case),
  sub("_hybrid", "", algorithm)))]
table3[, `:=`(case = paste0("operation=", operation, ";", sub(";.*", "", case)),
              algorithm = fcase(algorithm == "nx", "NX", role == "beyond",
                                "best mesh", default = "iCC"),
              operation = NULL)]
printed_table("barnett1994", "3", latex_times, machines_of("barnett1994", "3"),
              rows = table3, keys = c("operation", "bytes"))
for (number in c("3", "10"))
  printed_table("ponnusamy1992", number, latex_schedule, rows = cells_of(
    "ponnusamy1992", number)[quantity == "transfer"])
write_csv_table(ledger[role == "exact" & quantity == "rounds",
                       .(table = table_of(paper, table), algorithm,
                         printed = published, ours = reproduced)],
                "rounds", c("l", "l", "r", "r"),
                "Rounds of the schedules of ponnusamy1992, Table 6.",
                "algorithm")

# Claims, a table a paper; the words only once.
held_against <- c(printed = "its own tables", none = "schedules")
told <- claims[, .(id, section, claim,
                   `held against` = fifelse(machine %in% names(held_against),
                                            held_against[machine], machine),
                   verdict,
                   `found; why` = paste0(found, fifelse(why == "", "",
                                                        paste0("; ", why))))]
told[duplicated(id), `:=`(section = "", claim = "", id = "")]
for (name in names(paper_names)) {
  rows <- told[claims$paper == name]
  setnames(rows, "claim", "the paper says")
  write_csv_table(rows, paste0("claims_", name),
                  words(.035, .075, .25, .13, .1, .335),
                  sprintf("What \\cite{%s} says in words.", name))
}
count_verdicts <- function(rows, by) {
  left <- paste0("`", by, "`", collapse = " + ")
  wide <- dcast(rows, as.formula(paste(left, "~ verdict")),
                fun.aggregate = length, value.var = "claim")
  setcolorder(wide, c(by, intersect(c("holds", "holds within noise",
                                      "contradicts"), names(wide))))
  wide[, lapply(.SD, as.character)]
}
counted <- copy(claims)[, `:=`(
  verdict = sub("^fitted, .*", "fitted", verdict),
  `held against` = fcase(machine == "printed", "the paper's own tables",
                         machine == "none" & verdict == "not run", "nothing",
                         machine == "none", "schedules and costs alone",
                         default = "a simulated machine"))]
setnames(counted, "paper", "said by")
write_csv_table(count_verdicts(counted, c("said by", "held against")),
                "claim_counts", c("l", "l", rep("r", uniqueN(counted$verdict))),
                "Verdicts on what the papers say in words.")

# 6: skill, and the first run.
summary <- summarise_ledger(ledger[role != "exact"])
merit <- summary[scores[, setdiff(names(scores), "cells"), with = FALSE],
                 on = .(paper, table, machine)]
column <- function(rows, name) {
  if (name %in% names(rows)) rows[[name]] else rep(NA_real_, nrow(rows))
}
write_csv_table(summary[, .(table = table_of(paper, table),
                            machine = fifelse(machine == "none", "", machine),
                            cells, `not run` = not_run, `10%` = within_10,
                            `25%` = within_25, `50%` = within_50,
                            `median factor` = latex_fixed(median_factor))],
                "merit", c("l", "l", rep("r", 6)),
                paste("Predicted cells within 10, 25 and 50\\%, and the median",
                      "of $\\max(r, 1/r)$, $r$ being the ratio."), "machine")
write_csv_table(some(merit, merit[, .(table = table_of(paper, table), machine,
                          error = latex_fixed(column(merit, "median_error")),
                          `90th pct.` = latex_fixed(column(merit, "p90_error")),
                          null = latex_fixed(column(merit, "null_error")),
                          skill = latex_fixed(column(merit, "skill")),
                          cases = as.character(column(merit, "cases")),
                          tau = latex_fixed(column(merit, "tau_b")),
                          winners = latex_fixed(column(merit,
                                                       "right_winners")))]),
                "skill", c("l", "l", rep("r", 7)),
                paste("Errors $|\\ln r|$ of times, in the median and at the",
                      "90th percentile; that of the null model; the skill;",
                      "and the order of algorithms, in so many cases."),
                "machine")
first <- made("first_run")
if (!is.null(first))
  first <- summarise_first_run(first)
write_csv_table(some(first, first[, .(table = table_of(paper, table), machine,
                          cells,
                          `first run` = first_commit,
                          `25%` = first_within_25,
                          factor = latex_fixed(first_factor),
                          `this run` = short_commit(commit),
                          `25% now` = within_25,
                          `factor now` = latex_fixed(factor))]),
                "first_run", c("l", "l", "r", "l", "r", "r", "l", "r", "r"),
                paste("Cells within 25\\% and the median factor, when the",
                      "machines were first whole and now."), "machine")

# 7: the ablation.
model_parts <- frozen("model_parts")
write_csv_table(some(model_parts, model_parts[, .(paper, without, tables, cells,
                              error = latex_fixed(median_error),
                              skill = latex_fixed(skill),
                              tau = latex_fixed(tau_b),
                              winners = latex_fixed(right_winners))]),
                "ablations", c("l", "l", rep("r", 6)),
                paste("The machines without one part of their model: means",
                      "over tables."))

# 8: today. Simulated and measured stand apart.
today <- frozen("today")
here <- frozen("here")
elsewhere <- function(rows, name, caption) {
  write_csv_table(some(rows, rows[, .(id, paper, claim, verdict, found)]), name,
                  words(.035, .36, .13, .42), caption, above = "paper")
}
elsewhere(today, "today", "Simulated: the claims on a fat tree of today.")
elsewhere(here, "here", "Measured: the claims on the machine at hand.")
count_elsewhere <- function(rows, name, caption) {
  counts <- if (!is.null(rows)) count_verdicts(rows, "paper")
  write_csv_table(counts, name, c("l", rep("r", max(0, ncol(counts) - 1))),
                  caption)
}
count_elsewhere(today, "today_counts", "Simulated: verdicts on a fat tree.")
count_elsewhere(here, "here_counts",
                "Measured: verdicts on the machine at hand.")
peers <- frozen("peers")
if (!is.null(peers)) {
  peers[choice == "", choice := NA]
  peers[, is_peer := !is.na(choice)]
  peers <- summarise_peers(compare_peers(peers))
}
write_csv_table(some(peers, peers[, .(network, operation,
                          density = fifelse(is.na(density), "",
                                            as.character(density)),
                          cells, missing, gain = latex_fixed(gain),
                          worst = latex_fixed(worst_gain),
                          `at bytes` = format(worst_bytes, scientific = FALSE,
                                              trim = TRUE),
                          against = worst_peer,
                          `best row` = latex_fixed(gain_of_best),
                          ours = latex_fixed(ours_to_bound),
                          theirs = latex_fixed(peer_to_bound))]),
                "peers", c("l", "l", rep("r", 6), "l", rep("r", 3)),
                paste("Simulated: the fastest of the libraries' choices over",
                      "ours, geometric mean and worst cell; the same over our",
                      "fastest row; and, of ours and theirs, time over the",
                      "lower bound. Missing: choices of a library that were",
                      "not valid."), c("network", "operation"))
measured <- made("measured")
if (!is.null(measured)) {
  measured <- cbind(measured, split_pairs(measured$case))
  measured <- measured[, .(density, bytes, algorithm,
                           `measured [ms]` = latex_number(measured),
                           `95% interval` = paste(latex_number(low), "to",
                                                  latex_number(high)),
                           launches = n)]
}
write_csv_table(measured, "measured", c("r", "r", "l", "r", "r", "r"),
                "Measured: the patterns of ponnusamy1992, Table 11.",
                "algorithm")

write_csv_table(claims_measured[, .(id, `the paper says` = claim, verdict,
                                    found)],
                "claims_measured", words(.035, .36, .13, .42),
                "Measured: what \\cite{ponnusamy1992} says of its Table 11.")

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

# Numbers of the text.
count <- function(rows, what) as.character(sum(rows$verdict %in% what))
on_machines <- claims[!machine %in% names(held_against)]
alone <- claims[machine == "none"]
predicted <- ledger[role %in% predicted_roles]
with_patterns <- predicted[!is.na(low) & !is.na(high) & high > low]
matrices <- frozen("matrices")
of_total <- function(which, what) {
  if (is.null(totals)) NA_real_ else totals[cells == which][[what]]
}
of_all <- function(what) of_total("all predicted", what)
of_own <- function(what) of_total("without surrogates", what)
means <- if (is.null(scores)) list() else total_scores(scores)
mean_of <- function(name) {
  if (is.null(means[[name]])) "--" else latex_fixed(means[[name]])
}
numbers <- list(
  PrintedNumbers = uniqueN(ledger, by = ledger_columns[1:5]),
  CoverageItems = nrow(coverage),
  CoverageWhole = sum(coverage$status == "reproduced"),
  CoveragePart = sum(coverage$status == "in part"),
  CoverageNot = sum(coverage$status == "not attempted"),
  PredictedCells = of_all("number"),
  WithinTen = latex_percent(of_all("within_10")),
  WithinTwentyFive = latex_percent(of_all("within_25")),
  WithinFifty = latex_percent(of_all("within_50")),
  OwnCells = of_own("number"),
  OwnWithinTen = latex_percent(of_own("within_10")),
  OwnWithinTwentyFive = latex_percent(of_own("within_25")),
  OwnWithinFifty = latex_percent(of_own("within_50")),
  CalibrationCells = sum(ledger$role == "calibration"),
  CalibrationFar = count(ledger[role == "calibration"],
                         c("within 50%", "beyond 50%")),
  InputCells = sum(ledger$role == "input"),
  ExactCells = sum(ledger$role == "exact"),
  ExactRight = count(ledger, "exact"),
  ExactErrata = count(ledger[startsWith(note, "erratum")], "contradicts"),
  WinnerShare = latex_percent(c(means$right_winners, NA)[1]),
  WinnerCases = c(means$cases, NA)[1],
  MeanError = mean_of("median_error"), MeanNinety = mean_of("p90_error"),
  MeanSkill = mean_of("skill"), MeanTau = mean_of("tau_b"),
  ClaimsTested = nrow(on_machines), ClaimsHold = count(on_machines, "holds"),
  ClaimsNoise = count(on_machines, "holds within noise"),
  ClaimsContradict = count(on_machines, "contradicts"),
  ClaimsFitted = sum(startsWith(on_machines$verdict, "fitted")),
  ClaimsProven = count(alone, "holds"),
  ClaimsNotRun = count(claims, "not run"),
  PrintedClaims = sum(claims$machine == "printed"),
  PrintedContradict = count(claims[machine == "printed"], "contradicts"),
  BeyondCells = nrow(far), BeyondSurrogates = sum(far$role == "surrogate"),
  BeyondUnknown = sum(far$note == ""),
  TwentyFiveCells = count(predicted, c("within 50%", "beyond 50%")),
  TwentyFiveUnknown = count(predicted[note == ""],
                            c("within 50%", "beyond 50%")),
  SpreadCells = nrow(with_patterns),
  SpreadMedian = latex_percent(with_patterns[
    , median((high - low) / as.numeric(reproduced))]),
  FewMatrices = if (is.null(matrices)) "--" else sprintf("%.1f\\%%", 100 *
    matrices[, median(abs(of_eight / as.numeric(reproduced) - 1))]),
  FewMatricesMost = if (is.null(matrices)) "--" else sprintf("%.0f\\%%", 100 *
    matrices[, max(abs(of_eight / as.numeric(reproduced) - 1))]),
  TodayAll = NROW(today), TodayHold = count(today, "holds"),
  TodayNoise = count(today, "holds within noise"),
  TodayContradict = count(today, "contradicts"),
  TodayNotRun = count(today, "not run"),
  HereAll = NROW(here), HereHold = count(here, c("holds", "fitted, holds")),
  HereNoise = count(here, c("holds within noise",
                            "fitted, holds within noise")),
  HereContradict = count(here, c("contradicts", "fitted, contradicts")),
  HereNotRun = count(here, "not run"),
  ErrataCells = NROW(errata),
  RVersion = paste(R.version$major, R.version$minor, sep = "."),
  DataTableVersion = as.character(packageVersion("data.table")),
  YamlVersion = as.character(packageVersion("yaml")))
numbers <- vapply(numbers, function(one) {
  if (length(one) == 0 || is.na(one)) "--" else as.character(one)
}, "")
write_lines(latex_command(names(numbers), numbers), "numbers.tex")
for (name in c("paper.tex", "references.bib"))
  if (!file.copy(file.path(root, "paper", name), file.path(folder, name)))
    stop("cannot write ", file.path(folder, name))

# Typesetting, again until the auxiliary file stays as it is. No shell escape,
# and no clock: a pdf tells no moment of its own.
log_lines <- function() {
  readLines(file.path(folder, "paper.log"), warn = FALSE)
}
fail <- function(lines) {
  writeLines(c("no paper.pdf:", utils::head(lines, 12)))
  quit(status = 1)
}
run_in_folder <- function(program, arguments) {
  from <- setwd(folder) # so that no path is a word of a shell
  on.exit(setwd(from))
  system2("env", c("SOURCE_DATE_EPOCH=0", "FORCE_SOURCE_DATE=1", program,
                   arguments), stdout = FALSE, stderr = FALSE)
}
typeset <- function() {
  status <- run_in_folder("pdflatex", c("-no-shell-escape", "-halt-on-error",
                                        "-interaction=nonstopmode",
                                        "-file-line-error", "paper.tex"))
  if (status != 0) {
    lines <- log_lines()
    fail(lines[grep("^!|^[^ ]+:[0-9]+: |^l[.][0-9]", lines)])
  }
  unname(tools::md5sum(file.path(folder, "paper.aux")))
}
before <- typeset()
if (run_in_folder("bibtex", "paper") != 0)
  fail(readLines(file.path(folder, "paper.blg"), warn = FALSE))
most_runs <- 6
for (run in seq_len(most_runs)) {
  after <- typeset()
  if (identical(before, after) && run > 1)
    break
  before <- after
}
doubts <- grep("undefined|Overfull .hbox [(][0-9]{2,}", log_lines(),
               value = TRUE)
if (length(doubts) > 0)
  writeLines(utils::head(doubts, 12))
if (!file.rename(file.path(folder, "paper.pdf"), pdf))
  stop("cannot write ", pdf)
unlink(file.path(folder, paste0("paper.", c("aux", "log", "out", "blg"))))
cat("paper: ", pdf, "\n", sep = "")
