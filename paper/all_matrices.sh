#!/usr/bin/env bash
# paper/all_matrices.sh RESULTS -- runs Tables 4 and 5 of wang1993 with 50
# matrices per case, as the paper did. `./quadrille reproduce --matrices` runs
# it; it takes about a quarter of an hour.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

grep '^wang1993,[45],' "$root/paper/experiments.csv" | grep -v '_ac,' |
    sweep_again "$results" seeds.count=50 || status=1
Rscript --vanilla "$root/paper/print_matrices.R" "$root" "$results"
exit $status
