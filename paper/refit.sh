#!/usr/bin/env bash
# paper/refit.sh RESULTS -- fits every fitted scalar again on other cells, as
# refits.tsv lists them, and runs the tables that depend on it again, one matrix
# a case. `./quadrille reproduce --refits` runs it; it takes about a quarter of
# an hour. Prints RESULTS/refitted.csv.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"

mkdir -p "$1"
Rscript --vanilla "$QUADRILLE_ROOT/paper/refit.R" "$QUADRILLE_ROOT" "$1" >&2
cat "$1/refitted.csv"
