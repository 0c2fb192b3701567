# analysis/R/claims/claims.R -- claims of the papers, checked against results.
#
# A claim is an entry of published/claims.yaml: its text, the experiments
# (`over`), the cases (`where`), and two expressions over a table with a row per
# case and a column of times [ms] per variant: whether the claim `holds`, and
# what was `found`. Or it names the `test` that proves it from schedules and
# costs, or the reason why it is `open`. `why` is the known reason why it does
# not hold, or does not hold for all patterns. A claim `along` a column is
# judged at each value of it: where it holds at a range of them only, the
# verdict names the range, as in "holds for traffic <= 8192". A verdict that
# changes within the range of an assumed number of a machine, which `why` names,
# is `undecided` on it.

claim_measures <- c("time", "spread", "once", "build_a_round", "rounds",
                    "crossings", "send_max", "send_min", "inquiries")
shape_expression <- function(value) {
  wrong <- shape_text(value)
  if (is.null(wrong))
    tryCatch({
      str2lang(value)
      NULL
    }, error = function(e) ": accepted: an expression of R")
  else wrong
}
shape_claim <- shape_record(
  list(id = shape_word, paper = shape_name, section = shape_word,
       claim = shape_text),
  list(over = shape_names, test = shape_text, open = shape_text,
       where = shape_expression, holds = shape_expression,
       found = shape_expression, measure = shape_of(claim_measures),
       fitted = shape_flag, undecided = shape_names, why = shape_text,
       along = shape_name))

# A claim is judged on results, proven by a test, or open.
is_one_kind <- function(one) {
  sum(c("over", "test", "open") %in% names(one)) == 1 &&
    is.null(one$over) == is.null(one$holds) &&
    (is.null(one$along) || !is.null(one$holds))
}

read_claims <- function(file) {
  claims <- read_shaped_yaml(file, shape_list(shape_claim))
  ids <- vapply(claims, function(one) as.character(one$id), "")
  if (anyDuplicated(ids))
    refuse(file, ": claim ", ids[anyDuplicated(ids)], " is there twice")
  for (one in claims)
    if (!is_one_kind(one))
      refuse(file, ": claim ", one$id, ": accepted: over with holds and ",
             "perhaps along, or test, or open")
  claims
}

# The verdict on a claim, and what was found; without a case it is not run. What
# goes wrong is the fault of its expressions.
judge <- function(claim, samples) {
  where <- paste("claims.yaml: claim", claim$id)
  # Such as one of the min() of no number.
  judged <- reading(where, judge_expressions(claim, samples),
                    warnings_are_faults = FALSE)
  if (!is.character(judged$found) || length(judged$found) != 1)
    refuse(where, ": found: accepted: one text")
  judged
}

judge_expressions <- function(claim, samples) {
  measure <- if (is.null(claim$measure)) "time" else claim$measure
  chosen <- function(cases) {
    if (is.null(claim$where)) cases else cases[evaluate(claim$where, cases)]
  }
  holds <- function(wide) {
    cases <- chosen(wide)
    outcome <- if (nrow(cases) > 0) evaluate(claim$holds, cases)
    if (is.logical(outcome) && length(outcome) == 1) outcome else NA
  }
  wide <- widen(samples, measure)
  of_mean <- holds(wide)
  if (is.na(of_mean))
    return(list(verdict = "not run", found = ""))
  cases <- chosen(wide)
  verdict <- if (!is.null(claim$along)) verdict_along(claim, cases)
  if (is.null(verdict))
    verdict <- if (uniqueN(samples$replicate) >= min_launches)
                 verdict_over_launches(launch_values(take_medians(samples),
                                                     measure), holds)
               else if (of_mean) "holds"
               else verdict_over_patterns(claim, cases,
                                          chosen(widen(samples, measure,
                                                       "seed")),
                                          case_columns(samples))
  list(verdict = paste0(if (isTRUE(claim$fitted)) "fitted, ", verdict),
       found = if (is.null(claim$found)) ""
               else evaluate(claim$found, cases))
}

# The samples of these experiments by machine, of those on which all ran. If
# there is none and each ran on one machine, as meshes of several sizes do, the
# machines are compared.
samples_of_claim <- function(over, samples) {
  ran <- Filter(function(one) all(over %in% names(one)), samples)
  if (length(ran) > 0)
    return(ran)
  machines <- lapply(over, function(name) {
    names(Filter(function(one) name %in% names(one), samples))
  })
  if (any(lengths(machines) != 1))
    return(list())
  each <- Map(function(name, machine) samples[[machine]][[name]], over,
              machines)
  setNames(list(each), paste(unique(unlist(machines)), collapse = ", "))
}

# A claim on every machine on which all its experiments ran. `samples` is a list
# by machine of lists by experiment.
claim_rows <- function(claim, samples) {
  of <- function(machine, verdict, found) {
    doubtful <- !grepl("holds$", verdict)
    data.table(id = as.character(claim$id), paper = claim$paper,
               section = as.character(claim$section), claim = claim$claim,
               machine = machine, verdict = verdict, found = found,
               why = if (doubtful) c(claim$why, "")[1] else "",
               where = gsub("\\s+", " ", trimws(c(claim$where, "")[1])))
  }
  if (!is.null(claim$test))
    return(of("none", "holds", paste("proven by", claim$test)))
  if (!is.null(claim$open))
    return(of("none", "not run", claim$open))
  ran <- samples_of_claim(claim$over, samples)
  if (length(ran) == 0)
    return(of("none", "not run", ""))
  rbindlist(lapply(names(ran), function(machine) {
    rows <- rbindlist(lapply(claim$over, function(name) {
      # A figure with two panels is two sweeps.
      copy(ran[[machine]][[name]])[, experiment := sub("_stages$", "", name)]
    }), fill = TRUE)
    judged <- judge(claim, rows)
    of(machine, if (machine %in% claim$undecided) "undecided"
                else judged$verdict, judged$found)
  }))
}

judge_claims <- function(claims, samples) {
  rows <- rbindlist(lapply(claims, claim_rows, samples = samples))
  # A printed table that cannot decide a claim is no row.
  rows <- rows[!(machine == "printed" & verdict == "not run")]
  rows[machine == "printed", verdict := sub("^fitted, ", "", verdict)][]
}

# Adds whether a claim's machine is a real one, of configs/machines.
mark_measured <- function(claims, root) {
  real <- vapply(unique(claims$machine), function(name) {
    file <- file.path(root, "configs", "machines", paste0(name, ".yaml"))
    file.exists(file) &&
      read_shaped_yaml(file, shape_machine)$kind != "simulated"
  }, NA)
  claims[, is_measured := unname(real[machine])][]
}

# A frozen summary in the form of samples.
frozen_samples <- function(summary) {
  if (is.null(summary))
    return(NULL)
  copy(summary)[, time_ns := median_us * 1e3][]
}

# Verdicts on a machine that was not made with a claim in view; NULL: none.
claims_elsewhere <- function(claims) {
  if (!is.null(claims))
    copy(claims)[, verdict := sub("^fitted, ", "", verdict)][]
}
