# paper/typeset/reproduced.R -- Sections 1 and 3: coverage, roles and machines.

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
