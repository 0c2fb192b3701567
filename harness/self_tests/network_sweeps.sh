#!/usr/bin/env bash
# harness/self_tests/network_sweeps.sh COMMAND [--libraries] [--only NETWORK]
# [--results DIR] [--format text|csv] -- runs the sweeps of `bench peers` or
# `bench choice` on simulated networks, and prints a table of them. The entry
# script calls it.
#
# peers_networks.csv lists the networks: number of ranks, total bytes of a
# vector or of the messages that a rank sends, densities of the random patterns,
# and the time limit of a cell. It bounds the traffic, because dense patterns
# beyond 64 ranks, or vectors of 4 MB on 1024, take hours to simulate. Each
# sweep is configs/sweeps/COMMAND.yaml with the values of an operation of
# COMMAND_operations.tsv; a complete sweep is not run again. Status 1 if a cell
# is not VALID: some of SimGrid's collectives, and cells that exceed the limit.
#
# `peers --libraries` runs peers_libraries.yaml and peers_libraries_operations.tsv. On a
# network with a smaller one in `like`, it runs what was near the best there.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
command=$1
shift
sweep=$command
if [[ $command == peers && ${1:-} == --libraries ]]; then
    sweep=peers_libraries
    shift
fi
networks=$QUADRILLE_ROOT/harness/self_tests/peers_networks.csv
operations=${networks%/*}/${sweep}_operations.tsv
networks=${QUADRILLE_PEERS_NETWORKS:-$networks}
only='' format=text results=$QUADRILLE_ROOT/results/$sweep status=0
refuse() {
    echo "quadrille bench $command: $1" >&2
    exit 2
}
known=$(tail -n +2 "$networks" | cut -d, -f1 | paste -sd' ')
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--format text' | '--format csv') format=$2 ;;
    '--only '?*)
        only=$2
        [[ " $known " == *" $only "* ]] ||
            refuse "--only '$only'; accepted: $known"
        ;;
    '--results '?*) results=$2 ;;
    *) refuse "arguments '$*'; accepted: --only NETWORK, --results DIR, \
--format text|csv" ;;
    esac
    shift 2
done

# run NETWORK OPERATION MACHINE KEY=VALUE ...: runs the sweep with these values.
run() {
    local folder=$results/$1/$2 machine=$3
    shift 3
    "$QUADRILLE_BUILT_DIR/quadrille" sweep run \
        "$QUADRILLE_ROOT/configs/sweeps/$sweep.yaml" --machine "$machine" \
        --results "$folder" "${@/#/--set=}" >&2 </dev/null || status=1
}

# message_bytes PROCS DENSITY BYTES ...: the lengths of messages if a rank sends
# BYTES in all, on average; each length once.
message_bytes() {
    printf '%s\n' "${@:3}" | awk -v p="$1" -v d="$2" '{
        bytes = int($1 / (d * (p - 1)) + 0.5)
        print bytes < 1 ? 1 : bytes }' | uniq | paste -sd,
}

# near_best LIKE OPERATION: the selectors that were near the best there.
near_best() {
    Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/near_best.R" \
        "$QUADRILLE_ROOT/analysis/R" "$results/$1" "$2"
}

# Vectors first: dense patterns take the longest.
while IFS=, read -r network machine procs bytes densities limit \
    library_limit like; do
    [[ -z $only || $only == "$network" ]] || continue
    [[ $sweep != peers_libraries ]] || limit=$library_limit
    while IFS=$'\t' read -r operation values; do
        read -ra values <<<"$values"
        values+=("name=${command}_$operation" "cell_limit_s=$limit"
            "procs=[$procs]")
        if [[ $sweep == peers_libraries && -n $like ]]; then
            near=$(near_best "$like" "$operation") || { status=1 && continue; }
            values=("${values[@]/#selectors=*/selectors=[$near]}")
        fi
        if [[ $operation != alltoallv ]]; then
            run "$network" "$operation" "$machine" "${values[@]}" \
                "bytes=[${bytes// /, }]"
            continue
        fi
        for density in $densities; do
            # shellcheck disable=SC2086 # a list
            run "$network" "${operation}_$density" "$machine" "${values[@]}" \
                "densities=[$density]" \
                "bytes=[$(message_bytes "$procs" "$density" $bytes)]"
        done
    done < <(tail -n +2 "$operations")
done < <(tail -n +2 "$networks")
Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/print_$command.R" \
    "$QUADRILLE_ROOT/analysis/R" "$results" "$format" "$only" || status=1
exit $status
