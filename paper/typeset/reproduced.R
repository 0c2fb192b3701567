# paper/typeset/reproduced.R -- coverage, roles and machines.

write_model("coverage", table_coverage(coverage))
write_model("roles", table_model(
  ledger[, .(rows = .N, `not run` = sum(verdict == "not run")),
         by = .(role, meaning = words_of_roles[role])][
           order(match(role, names(words_of_roles))),
           .(role, meaning, rows, `not run`)],
  paste("Rows of the ledger by role: a printed number with two machines or",
        "traffics has two rows. Only predictions and surrogates count as",
        "reproduced times.")))

# The machines.
machine_file <- function(...) {
  yaml::read_yaml(file.path(root, "configs", "machines", ...))
}
simulated <- c("cm5_1992", "cm5_1993", "paragon_16x32",
               "paragon_15x30", "paragon_13x31", "fat_tree")
described <- sapply(simulated, function(name) {
  machine_file(paste0(name, ".yaml"))
}, simplify = FALSE)
code <- function(...) sapply(c(...), function(one) "code")
write_model("machines", table_model(
  rbindlist(lapply(simulated, function(name) {
    with(described[[name]], data.table(
      machine = name, title = title, hardware = hardware, software = software,
      `up to` = max_procs, `alpha [us]` = network$alpha_us,
      `beta [ns]` = network$beta_ns, `gamma [ns]` = network$gamma_ns))
  })),
  paste("The simulated machines; alpha, beta and gamma are a summary of",
        "hardware and software, which the choice of a hybrid counts with."),
  c(code("machine", "hardware", "software"), `alpha [us]` = "value",
    `beta [ns]` = "value", `gamma [ns]` = "value"), c(title = .32)))
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
  write_model(how, table_model(
    declared[is == how, .(file, key, value, source, cells)],
    if (how == "fitted")
      "Fitted scalars, and the cells that they were fitted on."
    else "Numbers taken from print, and the cells looked at.",
    c(code("file", "key"), value = "value"),
    c(file = .12, key = .17, source = .33, cells = .25)))
write_model("structure", table_model(
  rbindlist(Map(function(part, file) {
    data.table(file = file, choice = as.character(unlist(part$structure)))
  }, read_part, part_file)),
  "What is no number, or an assumed one, with the tables that were looked at.",
  code("file"), c(file = .16, choice = .8)))
