# analysis/scripts/fit_calibration.R SOURCES SAMPLES OUTPUT -- prints what the
# samples of `quadrille calibrate` say about a machine, and writes the
# numbers to the csv OUTPUT, by the functions of SOURCES (analysis/R).
source(file.path(commandArgs(TRUE)[1], "load.R"), chdir = TRUE)
arguments <- take_arguments("SOURCES", "SAMPLES", "OUTPUT")
samples <- read_calibration(arguments$samples)
fit <- fit_calibration(samples)
problem <- calibration_problem(fit)
if (!is.null(problem))
  refuse(problem)
writeLines(describe_calibration(fit))
fwrite(fit$numbers[, .(key, estimate, low, high, library = samples$library[1])],
       arguments$output, quote = FALSE)
