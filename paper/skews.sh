#!/usr/bin/env bash
# paper/skews.sh RESULTS -- measures how much simulated times depend on when
# ranks start: the sweeps of skews.tsv on 32 ranks, with start skews of 0, 64 ns
# (the smallest), 1 us and 10 us, 4 draws each. `./quadrille reproduce --skews`
# runs it; it takes about five minutes. Prints RESULTS/skews.csv.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
root=$QUADRILLE_ROOT results=$1

while IFS=$'\t' read -r machine sweep values; do
    read -ra values <<<"$values"
    for skew in 0 64 1000 10000; do
        draws=4
        ((skew > 0)) || draws=1
        "$root/paper/run_experiment.sh" "$results/$skew" --restart \
            --if-changed --jobs=2 "${values[@]}" machine.max_procs=32 \
            machine.start_skew_ns=$skew launches=$draws "$sweep" "$machine" \
            </dev/null >&2
    done
done < <(tail -n +2 "$root/paper/skews.tsv")
Rscript --vanilla "$root/paper/print_skews.R" "$root" "$results"
