#!/usr/bin/env bash
# paper/ablate.sh RESULTS -- what each part of the model of the CM-5 is worth:
# the tables that it is held against, with one part of model_parts.tsv left out
# at a time. `./quadrille reproduce --ablations` runs it; it takes about ten
# minutes. Two matrices a case, and of Table 3 the column of 32 nodes.
set -euo pipefail
# shellcheck source=paper/sweep_again.sh
source "${BASH_SOURCE[0]%/*}/sweep_again.sh"
root=$QUADRILLE_ROOT results=$1 status=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# of_model: the experiments on these machines that have printed numbers.
of_model() {
    grep -E '^ponnusamy1992,11,.*cm5_1992_fitted|^wang1993,[3-6],' |
        grep -vE 'wang_table3_(128|256)'
}

while IFS=$'\t' read -r part file edit; do
    copy_configs "$scratch"
    sed -i "$edit" "$scratch/configs/machines/$file.yaml"
    set_seeds 2 "$scratch"/configs/sweeps/*.yaml
    of_model <"$root/paper/experiments.csv" |
        sweep_again "$scratch" "$results/$part" || status=1
done < <(tail -n +2 "$root/paper/model_parts.tsv")
Rscript "$root/paper/print_ablations.R" "$root" "$results"
exit $status
