#!/usr/bin/env bash
# paper/here.sh RESULTS -- what the papers say in words, on the machine at hand:
# the sweeps that claims are about, on local, by ten launches, so that a verdict
# has an interval. `./quadrille reproduce --here` runs it; it takes about forty
# minutes on two cores. To 32 processes: more of them would measure how one
# machine shares its cores, as these do in part where it has fewer.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

while IFS= read -r row; do
    values=(launches=10 seeds.count=2 warmup=2 repetitions=10)
    case $row in
    # Of all these ranka1995's exchanges take the longest.
    *,ranka_*) values=(launches=10 seeds.count=1 warmup=1 repetitions=5) ;;
    *,ponnusamy_figure6,* | *,ponnusamy_figure10,*)
        values+=('procs=[8, 16, 32]')
        ;;
    *,ponnusamy_table5,*) values+=('procs=[32]') ;;
    esac
    sweep_again "$results" "${values[@]}" <<<"$row" || status=1
done < <(of_claims local)
Rscript "$root/paper/print_claims.R" "$root" "$results"
exit $status
