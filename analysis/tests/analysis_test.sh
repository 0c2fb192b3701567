#!/usr/bin/env bash
# Runs the R tests, on a copy: Bazel has links, which readers of results do not
# follow.
set -e
cp -rL . "$TEST_TMPDIR/tree"
cd "$TEST_TMPDIR/tree"
exec Rscript --vanilla analysis/tests/run.R
