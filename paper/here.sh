#!/usr/bin/env bash
# paper/here.sh RESULTS -- checks the claims of the papers on this machine: runs
# their sweeps on local, ten launches each, so that a verdict has an interval.
# `./quadrille reproduce --here` runs it; it takes about forty minutes on two
# cores. At most 32 processes: more would measure how one machine shares its
# cores, as these do in part on fewer cores.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

while IFS= read -r row; do
    values=(launches=10 seeds.count=2 warmup=2 repetitions=10)
    case $row in
    # ranka1995's exchanges take the longest.
    *,ranka_*) values=(launches=10 seeds.count=1 warmup=1 repetitions=5) ;;
    *,ponnusamy_figure6,* | *,ponnusamy_figure10,*)
        values+=('procs=[8, 16, 32]')
        ;;
    *,ponnusamy_table5,*) values+=('procs=[32]') ;;
    esac
    sweep_again "$results" "${values[@]}" <<<"$row" || status=1
done < <(of_claims local)
Rscript --vanilla "$root/paper/print_claims.R" "$root" "$results"
exit $status
