# .ci/lint_r.R MEMORY FILE ... -- prints the offences that lintr finds.
#
# They depend on a file's name and text, on .lintr, and on the versions of R and
# lintr alone. MEMORY keeps a digest of all these for each file without
# offences, which is not looked at again.
memory <- commandArgs(TRUE)[1]
files <- commandArgs(TRUE)[-1]
made_with <- c(readLines(".lintr"), R.version.string,
               format(utils::packageVersion("lintr")))
digests <- vapply(files, function(file) {
  digest::digest(c(made_with, file, readLines(file)), algo = "sha256")
}, "")
known <- if (file.exists(memory)) readLines(memory)
left <- files[!digests %in% known]
found <- parallel::mclapply(left, lintr::lint, mc.preschedule = FALSE,
                            mc.cores = parallel::detectCores())
is_clean <- vapply(found, function(one) {
  inherits(one, "lints") && length(one) == 0
}, NA)
for (offences in found[!is_clean])
  print(offences)
# Without a place to keep it the next run looks at all files.
suppressWarnings(try(
  writeLines(digests[!files %in% left[!is_clean]], memory), silent = TRUE))
