#!/usr/bin/env bash
# harness/self_tests/shaped.sh [--results DIR] [--format text|csv] [PART ...] --
# does order pay on a real network? `./quadrille bench shaped` runs it: the
# parts of shaped_parts.tsv, each a sweep on nodes of this machine, joined by
# links of a set rate, in DIR/PART. Each runs again at half the rates, in a few
# launches, in DIR/PART_half: times that do not grow are not the network's. What
# is complete is not run again. The rates that `cluster check` passed are those
# of base.yaml.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
quadrille=$QUADRILLE_BUILT_DIR/quadrille
cluster=$QUADRILLE_ROOT/harness/slurm/cluster.sh
# The test has its own.
parts=$QUADRILLE_ROOT/harness/self_tests/shaped_parts.tsv
parts=${QUADRILLE_SHAPED_PARTS:-$parts}
all_links=${QUADRILLE_SHAPED_LINKS:-$QUADRILLE_ROOT/configs/links}
results=$QUADRILLE_ROOT/results/shaped format=text status=0 wanted=()
refuse() {
    echo "quadrille bench shaped: $1" >&2
    exit 2
}
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--format text' | '--format csv') format=$2 && shift ;;
    '--results '?*) results=$2 && shift ;;
    -*) refuse "arguments '$*'; accepted: --results DIR, --format text|csv, \
parts" ;;
    *)
        cut -f 1 "$parts" | tail -n +2 | grep -qxF -- "$1" ||
            refuse "part '$1'; accepted: $(cut -f 1 "$parts" | tail -n +2 |
                paste -sd' ')"
        wanted+=("$1")
        ;;
    esac
    shift
done
[[ $(id -u) == 0 ]] || refuse 'not root; accepted: root'
mkdir -p "$results" || refuse "--results '$results' cannot be written"
results=$(readlink -f "$results")
work=$(mktemp -d)
export QUADRILLE_CLUSTER_DIR=$work/cluster
trap '"$cluster" stop 2>/dev/null || true; rm -r "$work"' EXIT
trap 'exit 1' INT TERM
unset QUADRILLE_NETWORK

# run LINKS FOLDER SWEEP SETTING ...: a sweep between nodes with these links.
run() {
    local links=$1 folder=$results/$2 sweep=$3
    shift 3
    ! "$quadrille" results check "$folder" >/dev/null 2>&1 || return 0
    echo "$(basename "$folder"), $(sed -n 's/^title: //p' "$links")" >&2
    "$cluster" start --no-slurm --links "$links" 2>"$work/log" ||
        refuse "$(tail -n 1 "$work/log")"
    "$quadrille" sweep run "$QUADRILLE_ROOT/configs/sweeps/$sweep.yaml" \
        --machine shaped --results "$folder" "${@/#/--set=}" \
        >&2 </dev/null || status=1
    "$cluster" stop 2>/dev/null
}

# A links file at half the rates.
halved() {
    awk '/rate_mbit_s/ { match($0, /rate_mbit_s: *[0-9.]+/)
            rate = substr($0, RSTART, RLENGTH); sub(/.*: */, "", rate)
            $0 = substr($0, 1, RSTART - 1) "rate_mbit_s: " rate / 2 \
                substr($0, RSTART + RLENGTH) }
        { print }' "$1"
}

# What the processor can do is a property of the machine, not of the links.
with_passed() {
    sed '/^passed:/,$d' "$1"
    sed -n '/^passed:/,$p' "$all_links/base.yaml"
}

while IFS=$'\t' read -r part links sweep settings; do
    ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" $part "* ]] || continue
    [[ $settings != - ]] || settings=''
    read -ra values <<<"$settings"
    with_passed "$all_links/$links.yaml" >"$work/$links.yaml"
    run "$work/$links.yaml" "$part" "$sweep" "${values[@]}"
    halved "$all_links/$links.yaml" >"$work/half.yaml"
    with_passed "$work/half.yaml" >"$work/halved.yaml"
    few=()
    for value in "${values[@]}"; do
        [[ $value == launches=* ]] || few+=("$value")
    done
    few+=(launches=3 repetitions=1 most_repetitions=1)
    run "$work/halved.yaml" "${part}_half" "$sweep" "${few[@]}"
done < <(tail -n +2 "$parts")
Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/print_bench.R" \
    "$QUADRILLE_ROOT/analysis/R" shaped "$results" "$format" '' '' || status=1
exit $status
