#!/usr/bin/env bash
# paper/today.sh RESULTS -- what the papers say in words, on a network of today:
# the sweeps that claims are about, on fat_tree. `./quadrille reproduce --today`
# runs it; it takes about a quarter of an hour. Of wang1993's Table 3 the column
# of 32 nodes: fat_tree has no control network, and 256 nodes concatenate by
# 65280 messages.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

# of_claims: every sweep of the CM-5 once, on the other machine.
of_claims() {
    grep -vE 'wang_table3_(128|256)' |
        awk -F, -v OFS=, '$4 ~ /^cm5_/ && !seen[$3]++ { $4 = "fat_tree"
            print }'
}

of_claims <"$root/paper/experiments.csv" |
    sweep_again "$root" "$results" || status=1
Rscript "$root/paper/print_claims.R" "$root" "$results"
exit $status
