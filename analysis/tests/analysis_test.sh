#!/usr/bin/env bash
# The R tests, in R.
exec Rscript analysis/tests/run.R
