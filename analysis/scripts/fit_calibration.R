# analysis/scripts/fit_calibration.R -- usage: Rscript fit_calibration.R SOURCES SAMPLES
# OUTPUT. Prints what the samples of `quadrille calibrate` tell of a machine,
# and writes the four numbers to the csv OUTPUT. SOURCES is where the functions
# are, analysis/R.
suppressPackageStartupMessages(library(data.table))
setDTthreads(1)
arguments <- commandArgs(trailingOnly = TRUE)
source(file.path(arguments[1], "calibrate.R"))
samples <- read_calibration(arguments[2])
fit <- fit_calibration(samples)
problem <- calibration_problem(fit)
if (!is.null(problem))
  stop(problem, call. = FALSE)
writeLines(describe_calibration(fit))
fwrite(fit$numbers[, .(key, estimate, low, high, library = samples$library[1])],
       arguments[3], quote = FALSE)
