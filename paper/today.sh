#!/usr/bin/env bash
# paper/today.sh RESULTS -- checks the claims of the papers on a network of
# today: runs their sweeps on fat_tree. `./quadrille reproduce --today` runs it;
# it takes about a quarter of an hour.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

of_claims fat_tree | sweep_again "$results" || status=1
Rscript --vanilla "$root/paper/print_claims.R" "$root" "$results"
exit $status
