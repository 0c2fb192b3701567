# paper/sweep_again.sh -- runs sweeps of experiments.csv with configurations of
# one's own; for the scripts of this folder to source.
# shellcheck shell=bash
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"

# copy_configs FOLDER: what sweeps read, to be edited there.
copy_configs() {
    rm -rf "${1:?}"/*
    cp -r "$QUADRILLE_ROOT/configs" "$QUADRILLE_ROOT/workloads" "$1"
}

# set_seeds COUNT FILE...: so many patterns a case.
set_seeds() {
    sed -i "s/^\(seeds: .*count: \)[0-9]*}/\1$1}/" "${@:2}"
}

# of_claims MACHINE: every sweep of the CM-5 that a claim is about, once, on
# that machine. Of Table 3 the column of 32 nodes: one without a control network
# concatenates by p squared messages.
of_claims() {
    local named
    named=$(sed -nE 's/^  over: \[(.*)\]/\1/p' \
        "$QUADRILLE_ROOT/analysis/published/claims.yaml" | tr -d ' ' |
        tr , '\n' | grep -vE 'wang_table3_(128|256)' | sort -u)
    awk -F, -v OFS=, -v machine="$1" -v named="$named" '
        BEGIN { split(named, list, "\n"); for (i in list) is_named[list[i]] }
        $4 ~ /^cm5_/ && $3 in is_named && !seen[$3]++ { $4 = machine; print }' \
        "$QUADRILLE_ROOT/paper/experiments.csv"
}

# sweep_again FOLDER RESULTS: the rows of experiments.csv on standard input,
# with FOLDER's configurations, into RESULTS/EXPERIMENT/MACHINE.
sweep_again() {
    local experiment machine status=0
    while IFS=, read -r _ _ experiment machine _; do
        QUADRILLE_ROOT=$1 "$QUADRILLE_BUILT_DIR/quadrille" sweep run \
            "$1/configs/sweeps/$experiment.yaml" --machine "$machine" \
            --results "$2/$experiment/$machine" </dev/null >&2 || status=1
    done
    return $status
}
