#!/usr/bin/env bash
# harness/self_tests/network_sweeps.sh COMMAND [--libraries] [--only NETWORK]
# [--results DIR] [--format text|csv] -- runs the sweeps of `bench peers` or
# `bench choice` on simulated networks, and prints a table of them. The entry
# script calls it.
#
# peers_networks.csv lists the networks: number of ranks, total bytes of a
# vector or of the messages that a rank sends, densities of the random patterns,
# and the time limits of a cell. It bounds the traffic, because dense patterns
# beyond 64 ranks, or vectors of 4 MB on 1024, take hours to simulate. Each
# sweep is configs/sweeps/SWEEP.yaml with the values of an operation of
# SWEEP_operations.tsv; a complete sweep is not run again. Status 1 if a cell
# is not VALID: some of SimGrid's collectives, and cells that exceed the limit.
#
# Sweep `choice` runs all our algorithms. `peers` runs `auto` with the numbers
# of three networks: the defaults, those that `calibrate` measures, and those of
# the machine's file. `peers --libraries` runs the peers of `auto`; on a network
# with a smaller one in `like`, only what was near the best there.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
: "${QUADRILLE_PEERS_LIBRARIES:?}" # the frozen peers
command=$1
shift
networks=${QUADRILLE_PEERS_NETWORKS:-$QUADRILLE_ROOT/harness/self_tests/\
peers_networks.csv}
sweep=$command only='' format=text results='' status=0
refuse() {
    echo "quadrille bench $command: $1" >&2
    exit 2
}
known=$(tail -n +2 "$networks" | cut -d, -f1 | paste -sd' ')
accepted='--only NETWORK, --results DIR, --format text|csv'
[[ $command != peers ]] || accepted="--libraries, $accepted"
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--libraries '*)
        [[ $command == peers ]] ||
            refuse "arguments '$*'; accepted: $accepted"
        sweep=peers_libraries
        shift
        continue
        ;;
    '--format text' | '--format csv') format=$2 ;;
    '--only '?*)
        only=$2
        [[ " $known " == *" $only "* ]] ||
            refuse "--only '$only'; accepted: $known"
        ;;
    '--results '?*) results=$2 ;;
    *) refuse "arguments '$*'; accepted: $accepted" ;;
    esac
    shift 2
done
results=${results:-$QUADRILLE_ROOT/results/$sweep}
operations=$QUADRILLE_ROOT/harness/self_tests/${sweep}_operations.tsv

# network_file MACHINE: makes the network file of a machine, unless it is newer.
network_file() {
    local file=$results/$1.network
    if [[ ! $file -nt $QUADRILLE_ROOT/configs/machines/$1.yaml ]]; then
        mkdir -p "$results"
        rm -f "$file" "$file.csv"
        "$QUADRILLE_BUILT_DIR/quadrille" calibrate --machine "$1" \
            --network "$file" >"$results/$1.calibration.txt" </dev/null ||
            return
    fi
    realpath "$file"
}

# run FOLDER MACHINE KEY=VALUE ...: runs the sweep with these values.
run() {
    local folder=$results/$1 machine=$2
    shift 2
    "$QUADRILLE_BUILT_DIR/quadrille" sweep run \
        "$QUADRILLE_ROOT/configs/sweeps/$sweep.yaml" --machine "$machine" \
        --results "$folder" "${numbers[@]}" "${@/#/--set=}" \
        >&2 </dev/null || status=1
}

# message_bytes PROCS DENSITY BYTES ...: the lengths of messages if a rank sends
# BYTES in all, on average; each length once.
message_bytes() {
    printf '%s\n' "${@:3}" | awk -v p="$1" -v d="$2" '{
        bytes = int($1 / (d * (p - 1)) + 0.5)
        print bytes < 1 ? 1 : bytes }' | uniq | paste -sd,
}

# near_best LIKE OPERATION: the selectors that were near the best there, in the
# results, or else in the frozen ones.
near_best() {
    Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/near_best.R" \
        "$QUADRILLE_ROOT/analysis/R" "$results/$1" "$2" \
        "$QUADRILLE_PEERS_LIBRARIES"
}

# run_operation FOLDER OPERATION VALUES: on the network of the loop's row.
run_operation() {
    local values density near
    read -ra values <<<"$3"
    values+=("name=${command}_$2" "cell_limit_s=$limit" "procs=[$procs]")
    if [[ $sweep == peers_libraries && -n $like && $3 == *selectors=* ]]; then
        near=$(near_best "$like" "$2") || { status=1 && return; }
        values=("${values[@]/#selectors=*/selectors=[$near]}")
    fi
    if [[ $2 != alltoallv* ]]; then
        run "$1/$2" "$machine" "${values[@]}" "bytes=[${bytes// /, }]"
        return
    fi
    for density in $densities; do
        # shellcheck disable=SC2086 # a list
        run "$1/$2_$density" "$machine" "${values[@]}" "densities=[$density]" \
            "bytes=[$(message_bytes "$procs" "$density" $bytes)]"
    done
}

# run_operations FOLDER: vectors first, as dense patterns take the longest.
run_operations() {
    local operation values
    while IFS=$'\t' read -r operation values; do
        run_operation "$1" "$operation" "$values"
    done < <(tail -n +2 "$operations")
}

while IFS=, read -r network machine procs bytes densities limit \
    library_limit like; do
    [[ -z $only || $only == "$network" ]] || continue
    unset QUADRILLE_NETWORK
    numbers=()
    if [[ $sweep == choice ]]; then
        run_operations "$network"
    elif [[ $sweep == peers_libraries ]]; then
        limit=$library_limit
        run_operations "$network"
    else
        run_operations "$network/machine"
        numbers=(--set=network=program)
        run_operations "$network/default"
        file=$(network_file "$machine") || { status=1 && continue; }
        export QUADRILLE_NETWORK=$file
        run_operations "$network/calibrated"
    fi
done < <(tail -n +2 "$networks")
Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/print_bench.R" \
    "$QUADRILLE_ROOT/analysis/R" "$sweep" "$results" "$format" "$only" \
    "$QUADRILLE_PEERS_LIBRARIES" || status=1
exit $status
