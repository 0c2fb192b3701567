# paper/sweep_again.sh -- runs sweeps of experiments.csv with other values; the
# scripts of this folder source it.
# shellcheck shell=bash
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"

# of_claims MACHINE: prints every CM-5 sweep with a claim once, with that
# machine. Of Table 3 only the column of 32 nodes: without a control network
# concat sends p^2 messages.
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

# sweep_again RESULTS KEY=VALUE ...: runs the rows of experiments.csv on
# standard input with these values, into RESULTS/EXPERIMENT/MACHINE.
sweep_again() {
    local results=$1 experiment machine status=0
    shift
    while IFS=, read -r _ _ experiment machine _; do
        "$QUADRILLE_ROOT/paper/run_experiment.sh" "$results" "$@" \
            "$experiment" "$machine" </dev/null >&2 || status=1
    done
    return $status
}
