#!/usr/bin/env bash
# paper/sweep_again.sh RESULTS OPTION -- runs sweeps of experiments.csv again,
# as the lines of again.tsv for that option of `reproduce` say, into
# RESULTS/PART/EXPERIMENT/MACHINE, and prints what follows as csv. today: the
# claims on a network of today, a quarter of an hour. here: on this machine, ten
# launches each, so that a verdict has an interval, and at most 32 processes, as
# more would measure how ranks share cores; forty minutes on two. matrices: 50
# of them a case, as wang1993 had; a quarter of an hour. ablations: the CM-5's
# model with one part left out at a time; ten minutes.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
root=$QUADRILLE_ROOT results=$1 option=$2 status=0
experiments=$root/paper/experiments.csv

# rows_of AMONG: lines of experiments.csv. `claims`: every CM-5 sweep with a
# claim, once; `model`: what has printed numbers on the CM-5. Both have of Table
# 3 only the column of 32 nodes: without a control network concat sends p^2
# messages.
rows_of() {
    local named
    case $1 in
    claims)
        named=$(sed -nE 's/^  over: \[(.*)\]/\1/p' \
            "$root/analysis/published/claims.yaml" | tr -d ' ' | tr , '\n' |
            grep -vE 'wang_table3_(128|256)' | sort -u)
        awk -F, -v named="$named" '
            BEGIN { split(named, list, "\n"); for (i in list) known[list[i]] }
            $4 ~ /^cm5_/ && $3 in known && !seen[$3]++' "$experiments"
        ;;
    model)
        grep -E '^ponnusamy1992,11,.*cm5_1992,|^wang1993,[3-6],' \
            "$experiments" | grep -vE 'wang_table3_(128|256)|_ac,|,shown,'
        ;;
    matrices) grep '^wang1993,[45],' "$experiments" | grep -v '_ac,' ;;
    esac
}

# In each part a sweep runs once, by the first line that fits it.
declare -A ran=()
while IFS=$'\t' read -r of part among fits machine values; do
    [[ $of == "$option" ]] || continue
    read -ra values <<<"$values"
    while IFS=, read -r _ _ experiment own _; do
        [[ $machine == own ]] || own=$machine
        [[ -z ${ran[$part/$experiment/$own]:-} ]] || continue
        ran[$part/$experiment/$own]=yes
        folder=$results/$part
        "$root/paper/run_experiment.sh" "${folder%/.}" "${values[@]}" \
            "$experiment" "$own" </dev/null >&2 || status=1
    done < <(rows_of "$among" | grep -E -- "$fits")
done <"$root/paper/again.tsv"
case $option in
today | here) option=claims ;;
esac
Rscript --vanilla "$root/paper/print_$option.R" "$root" "$results"
exit $status
