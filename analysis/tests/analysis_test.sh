#!/usr/bin/env bash
# Runs the R tests.
exec Rscript analysis/tests/run.R
