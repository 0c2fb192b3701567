#!/usr/bin/env bash
# paper/predict.sh RESULTS -- predicts measurements of the papers' machines that
# others published, with the present models: the sweeps of predicted.tsv. Writes
# RESULTS/predictions.csv. `./quadrille reproduce --predictions` runs it; it
# takes about ten minutes. docs/predictions.md has the rules.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
root=$QUADRILLE_ROOT results=$1 machines=$QUADRILLE_ROOT/configs/machines

# digest MACHINE: of what its times follow from, without comments.
digest() {
    local machine=$machines/$1.yaml kind name files=()
    while read -r kind name; do
        files+=("$machines/${kind%:}/$name.yaml")
    done < <(grep -E '^(hardware|software): ' "$machine")
    # Of skewed ranks also the order in which they are served at one instant.
    { grep '^start_skew_ns:' "$machine" && echo 'same_instant.h: by rank' ||
        true && cat "${files[@]}"; } |
        sed -E 's/(^| )#.*//; /^ *$/d' | sha256sum | cut -c1-16
}

mkdir -p "$results"
new=$(mktemp "$results/models.csv.XXXXXX")
chmod 644 "$new"
echo machine,models >"$new"
while IFS=$'\t' read -r sweep machine values; do
    read -ra values <<<"$values"
    "$root/paper/run_experiment.sh" "$results" --restart --if-changed --jobs=2 \
        "${values[@]}" "$sweep" "$machine" </dev/null >&2
    echo "$machine,$(digest "$machine")" >>"$new"
done < <(tail -n +2 "$root/paper/predicted.tsv")
mv -f "$new" "$results/models.csv"
Rscript --vanilla "$root/paper/predict.R" "$root" "$results"
