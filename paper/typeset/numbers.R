# paper/typeset/numbers.R -- numbers.tex: each number that paper.tex uses.

# Numbers of the text.
count <- function(rows, what) as.character(sum(rows$verdict %in% what))
claim_counts <- count_claims(claims, "paper")
predicted <- predicted_times(ledger)
with_patterns <- predicted[!is.na(low) & !is.na(high) & high > low]
matrices <- frozen("matrices")
count_reasons <- function(kind) sum(off$known_by == kind)
of_times <- function(which, what) {
  if (is.null(totals)) NA_real_
  else quoted_totals(totals)[cells == which][[what]]
}
share_of_times <- function(which, what) latex_percent(of_times(which, what))
means <- if (is.null(scores)) list() else total_scores(scores)
mean_of <- function(name) {
  if (is.null(means[[name]])) "--" else fixed_text(means[[name]])
}
once <- score_once(ledger)
# Of the unseen times, those of other tables than Wang's 5 and 6.
others <- shares_of(first_unseen[!(paper == "wang1993" &
                                     table %in% c("5", "6"))])
# The seeds of an experiment: of its line in sweeps.tsv, or of its sweep.
sweeps <- fread(file.path(root, "paper", "sweeps.tsv"), sep = "\t")
seeds_of <- function(name) {
  values <- sweeps[experiment == name, values]
  given <- unlist(regmatches(values, gregexpr("(?<=seeds[.]count=)[0-9]+",
                                              values, perl = TRUE)))
  if (length(given) > 0)
    return(given)
  sweep <- c(sweeps[experiment == name, sweep], name)[1]
  yaml::read_yaml(file.path(root, "configs", "sweeps",
                            paste0(sweep, ".yaml")))$seeds$count
}
# The times of Ponnusamy's Table 12 in the first results.
first_twelve <- read_first_run(file.path(root, "paper", "data", "first_run"))[
  paper == "ponnusamy1992" & table == "12" & machine == "cm5_1992" &
    role %in% predicted_roles]
refitted <- frozen("refitted")
# Gains of order and of balance for messages of unequal length.
unequal <- frozen("unequal")
order_gain <- function(of, of_lengths, gain = "gain_own") {
  if (!is.null(unequal))
    fixed_text(mean_gains(summarise_papers(unequal))[
      machine == of & lengths == of_lengths][[gain]])
}
# Order on a real network, condition by condition.
shaped_cells <- {
  kept <- frozen("shaped")
  if (!is.null(kept))
    compare_shaped(kept_launches(kept))
}
shaped_answers <- function() {
  answers <- answers_shaped(contrast_shaped(kept_launches(frozen("shaped")),
                                            shaped_cells))
  latex_escape(paste0(answers[
    bytes >= 65536 & algorithm == "edge_colouring", .(text = paste0(
      words, ": ", paste(format_ratio(ratio, low, high), "at",
                         label_bytes(bytes), collapse = ", "))),
    by = words][, paste(text, collapse = "; ")], "."))
}
shaped_ms <- function(of) shaped_cells[
  part == of & bytes == 262144 & algorithm == "scattered window:32",
  sprintf("%.0f\\,ms", time_us / 1000)]
nodes <- if (!is.null(unequal)) summarise_nodes(unequal)[inside == 9]
citation <- yaml::read_yaml(file.path(root, "CITATION.cff"))
authors <- vapply(citation$authors, function(one) {
  latex_escape(paste(c(one$name, one$`given-names`, one$`family-names`),
                     collapse = " "))
}, "")
# A DOI, and identifiers of an archive, once there are any.
archives <- c(if (!is.null(citation$doi)) paste0("doi:", citation$doi),
              vapply(citation$identifiers, `[[`, "", "value"))
nulls <- made("nulls")
numbers <- list(
  NullsInWords = if (is.null(nulls)) "--" else
    latex_escape(describe_nulls(nulls)),
  PrintedNumbers = uniqueN(ledger, by = ledger_keys),
  CoverageItems = sum(!is_method(coverage$item)),
  CoverageAgrees = sum(coverage$status == "agrees"),
  CoverageDiffers = sum(coverage$status == "differs"),
  CoverageNotCompared = sum(coverage$status == "not compared"),
  CoverageIllustrated = sum(coverage$status == "illustrated"),
  MethodsMissing = coverage[is_method(item), sum(status == "missing")],
  ClaimsAll = uniqueN(claims, by = c("id", "paper")),
  ShortShare = latex_percent(predicted[, mean(ratio < 1, na.rm = TRUE)]),
  LastUnseen = nrow(last_unseen), Gain = latex_escape(describe_gain(totals)),
  UnseenTimes = of_times("unseen", "number"),
  UnseenWithinTwentyFive = share_of_times("unseen", "within_25"),
  FirstModels = first_unseen$models[1], FirstCommit = first_unseen$commit[1],
  LastModels = last_unseen$models[1],
  UnseenOthers = others$number,
  UnseenOthersTwentyFive = latex_percent(others$within_25),
  CountedNumbers = sum(ledger$role %in% c(predicted_roles, "exact")),
  StatementsTested = uniqueN(claims[verdict != "not run"],
                             by = c("id", "paper")),
  FittedScalars = nrow(declared[is == "fitted"]),
  LookedAtTimes = of_times("looked at", "number"),
  LookedAtWithinTwentyFive = share_of_times("looked at", "within_25"),
  BracketCounted = sum(distance(brackets$counted,
                                brackets$published) <= 1.25),
  BracketShown = sum(distance(brackets$shown, brackets$published) <= 1.25),
  BracketTimes = NROW(brackets),
  BracketBetween = count(brackets, "between"),
  CalibrationCells = sum(ledger$role == "calibration"),
  CalibrationFar = count(ledger[role == "calibration"], far_verdicts),
  InputCells = sum(ledger$role == "input"),
  ExactCells = sum(ledger$role == "exact"),
  ExactRight = count(ledger, "exact"),
  ExactErrata = count(ledger[startsWith(note, "erratum")], "contradicts"),
  WinnerShare = latex_percent(c(means$right_winners, NA)[1]),
  WinnerStrict = latex_percent(c(means$strict_winners, NA)[1]),
  OnceCases = once$cases,
  OnceRight = latex_percent(once$right_winners),
  OnceStrict = latex_percent(once$strict_winners),
  OnceUsual = latex_percent(once$usual_winner),
  OnceStrictUsual = latex_percent(once$strict_usual),
  WinnerCases = c(means$cases, NA)[1],
  WinnerChance = latex_percent(c(means$chance, NA)[1]),
  WinnerUsual = latex_percent(c(means$usual_winner, NA)[1]),
  WinnerStrictUsual = latex_percent(c(means$strict_usual, NA)[1]),
  MeanBias = mean_of("bias"),
  MeanError = mean_of("median_error"), MeanNinety = mean_of("p90_error"),
  MeanSkill = mean_of("skill"), MeanTau = mean_of("tau_b"),
  ClaimsTested = sum_claims(claim_counts, "simulated"),
  ClaimsHold = sum_claims(claim_counts, "simulated", "holds"),
  ClaimsNoise = sum_claims(claim_counts, "simulated", "holds within noise"),
  ClaimsRange = sum_claims(claim_counts, "simulated", "holds on a range"),
  ClaimsContradict = sum_claims(claim_counts, "simulated", "contradicts"),
  ClaimsFitted = sum_claims(claim_counts, "simulated", "fitted"),
  ClaimsUndecided = sum_claims(claim_counts, "simulated", "undecided"),
  ClaimsProven = sum_claims(claim_counts, "alone", "holds"),
  ClaimsNotRun = sum_claims(claim_counts, "open"),
  PrintedClaims = sum_claims(claim_counts, "printed"),
  PrintedContradict = sum_claims(claim_counts, "printed", "contradicts"),
  BeyondCells = nrow(far),
  TwentyFiveCells = nrow(off), TwentyFiveUnknown = sum(off$note == ""),
  TwentyFiveFast = sum(off$ratio < 1), TwentyFiveSlow = sum(off$ratio > 1),
  TwentyFiveKnown = count_reasons("known"),
  TwentyFiveSupported = count_reasons("supported"),
  TwentyFiveGuess = count_reasons("guess"),
  SpreadCells = nrow(with_patterns),
  SpreadMedian = latex_percent(with_patterns[
    , median((high - low) / as.numeric(reproduced))]),
  StartSkew = sprintf("%g\\,ns", read_shaped_yaml(
    file.path(root, "configs", "machines", "cm5_1993.yaml"),
    shape_record(list(start_skew_ns = shape_whole), others = TRUE)
  )$start_skew_ns),
  MeansKnown = sum(with_patterns$mean_within <= mean_limit, na.rm = TRUE),
  MeansWide = sum(with_patterns$mean_within > mean_limit, na.rm = TRUE),
  MeanLimit = latex_percent(mean_limit),
  FewMatrices = if (is.null(matrices)) "--" else sprintf("%.1f\\%%", 100 *
    matrices[, median(abs(of_eight / as.numeric(reproduced) - 1))]),
  FewMatricesMost = if (is.null(matrices)) "--" else sprintf("%.0f\\%%", 100 *
    matrices[, max(abs(of_eight / as.numeric(reproduced) - 1))]),
  WangSeeds = seeds_of("wang_table4_4"),
  WangLongSeeds = seeds_of("wang_table4_long"),
  PonnusamySeeds = seeds_of("ponnusamy_table11"),
  FirstTwelve = count(first_twelve, near_verdicts),
  BarnettSlips = count(ledger[paper == "barnett1994" & table == "2"],
                       "contradicts"),
  # Rounded up: no change exceeds it.
  RefitPoints = if (!is.null(refitted)) ceiling(max(abs(unlist(lapply(
    c(10, 25, 50), points_of_refits, rows = refitted, seen = "looked at"))))),
  RefitInterrupt = if (!is.null(refitted))
    refitted[scalar == "interrupt_us", refitted[1]],
  PeersNear = near_factor,
  TodayAll = NROW(today), TodayHold = count(today, "holds"),
  TodayNoise = count(today, "holds within noise"),
  TodayContradict = count(today, "contradicts"),
  TodayNotRun = count(today, "not run"),
  HereAll = NROW(here), HereHold = count(here, "holds"),
  HereNoise = count(here, "holds within noise"),
  HereContradict = count(here, "contradicts"),
  HereNotRun = count(here, "not run"),
  UnequalPapers = order_gain("cm5_1993", "the papers' own"),
  UnequalLengths = order_gain("cm5_1993", "unequal lengths"),
  UnequalPapersOld = order_gain("cm5_1992", "the papers' own"),
  UnequalBothOld = order_gain("cm5_1992", "the papers' own", "gain_both"),
  UnequalPapersMesh = order_gain("paragon_16x32", "the papers' own"),
  UnequalBothMesh = order_gain("paragon_16x32", "the papers' own", "gain_both"),
  UnequalNodes = if (!is.null(nodes))
    fixed_text(geometric_mean(nodes$gain_order)),
  UnequalBalanced = if (!is.null(nodes))
    fixed_text(max(nodes$gain_balanced), 1),
  ShapedAnswers = if (!is.null(shaped_cells)) shaped_answers(),
  ShapedEager = if (!is.null(shaped_cells)) shaped_ms("in_step_eager"),
  ShapedRendezvous = if (!is.null(shaped_cells)) shaped_ms("in_step"),
  Version = citation$version, Authors = paste(authors, collapse = ", "),
  Archive = if (length(archives) == 0)
    "There is no archive with a permanent identifier yet."
  else paste0("It is archived as ", paste(latex_code(archives),
                                          collapse = ", "), "."),
  ReleaseDate = format(as.Date(citation$`date-released`)),
  ErrataCells = NROW(errata), OutlierCells = NROW(outliers),
  RVersion = paste(R.version$major, R.version$minor, sep = "."),
  DataTableVersion = as.character(packageVersion("data.table")),
  YamlVersion = as.character(packageVersion("yaml")))
numbers <- vapply(numbers, function(one) {
  if (length(one) == 0 || is.na(one)) "--" else as.character(one)
}, "")
# Times of each printed table: \\Of{paper}{table}{count}.
merit <- summarise_ledger(predicted)
counts <- melt(merit[, .(paper, table, cells, within_10, within_25,
                         within_50)], id.vars = c("paper", "table"))
of_tables <- counts[, sprintf(
  "\\expandafter\\def\\csname of@%s@%s@%s\\endcsname{%d}",
  paper, table, variable, value)]
# Verdicts on a paper's statements, simulated: \\Verdicts{paper}{kind}.
kinds <- c(hold = "holds", range = "holds on a range",
           noise = "holds within noise", contradict = "contradicts",
           fitted = "fitted")
verdicts <- CJ(paper = names(paper_names), kind = names(kinds))
verdicts[, number := mapply(function(of, kind) {
  sum_claims(claim_counts[paper == of], "simulated", kinds[[kind]])
}, paper, kind)]
of_verdicts <- verdicts[, sprintf(
  "\\expandafter\\def\\csname of@%s@%s\\endcsname{%d}", paper, kind, number)]
write_lines(c(latex_command(names(numbers), numbers), of_tables, of_verdicts),
            "numbers.tex")
