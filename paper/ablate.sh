#!/usr/bin/env bash
# paper/ablate.sh RESULTS -- measures the effect of each part of the CM-5's
# model: runs its tables with one part of model_parts.tsv left out at a time.
# `./quadrille reproduce --ablations` runs it; it takes about ten minutes. Two
# matrices per case, and only the column of 32 nodes of Table 3.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0

# of_model: the experiments with printed numbers on these machines.
of_model() {
    grep -E '^ponnusamy1992,11,.*cm5_1992,|^wang1993,[3-6],' |
        grep -vE 'wang_table3_(128|256)|_ac,|,shown,'
}

while IFS=$'\t' read -r part on without; do
    read -ra without <<<"$without"
    while IFS= read -r row; do
        values=(seeds.count=2)
        [[ $on != all && $row != *,"$on",* ]] || values+=("${without[@]}")
        sweep_again "$results/$part" "${values[@]}" <<<"$row" || status=1
    done < <(of_model <"$root/paper/experiments.csv")
done < <(tail -n +2 "$root/paper/model_parts.tsv")
Rscript --vanilla "$root/paper/print_ablations.R" "$root" "$results"
exit $status
