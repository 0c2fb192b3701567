# analysis/R/claims.R -- what the papers say in words, held against results.
#
# A claim is an entry of published/claims.yaml: its words, the experiments that
# tell (`over`), which of their cases (`where`), and two expressions over a
# table with a row a case and a column of times [ms] a variant: whether the
# claim `holds`, and what was `found`. Or it names a `test` that proves it of
# schedules and costs, or says why it is `open`. `why` says, as far as is known,
# why it does not hold, or not of all patterns.

read_claims <- function(file) yaml::read_yaml(file)

evaluate <- function(expression, cases) {
  eval(str2lang(expression), cases, globalenv())
}

# A claim that does not hold of the mean may hold of some patterns.
verdict_over_patterns <- function(of_mean, samples, holds) {
  patterns <- if (uniqueN(samples$seed) > 1) split(samples, by = "seed")
  if (of_mean) "holds"
  else if (any(vapply(patterns, holds, NA), na.rm = TRUE)) "holds within noise"
  else "contradicts"
}

# One launch is one draw of what is measured, so what a claim says is taken from
# the launches drawn again, with replacement: it holds, or it does not, if 95%
# of the draws say so. The draws are the same on every run.
draws_of_launches <- 200
verdict_over_launches <- function(samples, holds) {
  launches <- split(take_medians(samples), by = "replicate")
  set.seed(1)
  share <- mean(replicate(draws_of_launches, {
    drawn <- launches[sample(length(launches), replace = TRUE)]
    holds(rbindlist(Map(function(one, number) copy(one)[, replicate := number],
                        drawn, seq_along(drawn))))
  }), na.rm = TRUE)
  if (share >= 0.95) "holds"
  else if (share > 0.05) "holds within noise"
  else "contradicts"
}

# The verdict on a claim, and what was found; of no case it says nothing.
judge <- function(claim, samples) {
  cases_of <- function(rows) {
    cases <- widen(rows, if (is.null(claim$measure)) "time" else claim$measure)
    if (is.null(claim$where)) cases else cases[evaluate(claim$where, cases)]
  }
  holds <- function(rows) {
    cases <- cases_of(rows)
    told <- if (nrow(cases) > 0) evaluate(claim$holds, cases)
    if (length(told) == 1) told else NA
  }
  of_mean <- holds(samples)
  if (is.na(of_mean))
    return(list(verdict = "not run", found = ""))
  verdict <- if (uniqueN(samples$replicate) >= least_launches)
               verdict_over_launches(samples, holds)
             else verdict_over_patterns(of_mean, samples, holds)
  list(verdict = paste0(if (isTRUE(claim$fitted)) "fitted, ", verdict),
       found = if (is.null(claim$found)) ""
               else evaluate(claim$found, cases_of(samples)))
}

# A claim on every machine on which all its experiments ran. `samples` is a list
# by machine of lists by experiment.
claim_rows <- function(claim, samples) {
  of <- function(machine, verdict, found) {
    doubtful <- verdict %in% c("contradicts", "holds within noise")
    data.table(id = as.character(claim$id), paper = claim$paper,
               section = as.character(claim$section), claim = claim$claim,
               machine = machine, verdict = verdict, found = found,
               why = if (doubtful) c(claim$why, "")[1] else "")
  }
  if (!is.null(claim$test))
    return(of("none", "holds", paste("proven by", claim$test)))
  if (!is.null(claim$open))
    return(of("none", "not run", claim$open))
  ran <- Filter(function(one) all(claim$over %in% names(one)), samples)
  if (length(ran) == 0)
    return(of("none", "not run", ""))
  rbindlist(lapply(names(ran), function(machine) {
    rows <- rbindlist(lapply(claim$over, function(name) {
      # The two sides of a figure are two sweeps.
      copy(ran[[machine]][[name]])[, experiment := sub("_stages$", "", name)]
    }), fill = TRUE)
    judged <- judge(claim, rows)
    of(machine, judged$verdict, judged$found)
  }))
}

judge_claims <- function(claims, samples) {
  rows <- rbindlist(lapply(claims, claim_rows, samples = samples))
  # What is printed was not made with a claim in view, and need not tell of it.
  rows <- rows[!(machine == "printed" & verdict == "not run")]
  rows[machine == "printed", verdict := sub("^fitted, ", "", verdict)][]
}

# Adds whether a claim's machine is a real one, of configs/machines.
mark_measured <- function(claims, root) {
  real <- vapply(unique(claims$machine), function(name) {
    file <- file.path(root, "configs", "machines", paste0(name, ".yaml"))
    file.exists(file) && yaml::read_yaml(file)$kind != "simulated"
  }, NA)
  claims[, is_measured := unname(real[machine])][]
}

# A frozen summary in the form of samples.
frozen_samples <- function(summary) {
  if (is.null(summary))
    return(NULL)
  copy(summary)[, time_ns := median_us * 1e3][]
}

# How many claims have which verdict, in a line a machine.
print_counts <- function(claims) {
  counts <- claims[, .(text = paste(.N, verdict[1])), by = .(machine, verdict)]
  counts <- counts[, .(text = paste(text, collapse = ", ")), by = machine]
  cat(sprintf("claims, %s: %s\n", counts$machine, counts$text), sep = "")
}
