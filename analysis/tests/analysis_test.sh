#!/usr/bin/env bash
# Runs the R tests.
exec Rscript --vanilla analysis/tests/run.R
