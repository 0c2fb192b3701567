#!/usr/bin/env bash
# harness/self_tests/here_sweeps.sh [--procs P,P,...] [--machine M] [--nodes N]
# [--network FILE] [--quick] [--results DIR] [--format text|csv] -- compares
# what a program gets by default with this machine's MPI library; `./quadrille
# bench here` runs it.
#
# First programs' calls, by default_speed, in DIR/programs_P: $LAUNCHES launches
# for each number of ranks. Then sweeps: each is configs/sweeps/here.yaml with
# the values of an operation of here_operations.tsv and one number of ranks. It
# runs twice: in DIR/plain without a network file, with each of the library's
# algorithms; in DIR/calibrated with the network file, which `calibrate
# --against-library` writes on other lengths. A complete launch or sweep is not
# run again. On a machine of kind slurm every sweep is submitted with sbatch.
# Status 1 if a cell is not VALID: a library may not have an algorithm.
set -euo pipefail
: "${QUADRILLE_ROOT:?set by quadrille}" "${QUADRILLE_BUILT_DIR:?}"
quadrille=$QUADRILLE_BUILT_DIR/quadrille
operations=$QUADRILLE_ROOT/harness/self_tests/here_operations.tsv
operations=${QUADRILLE_HERE_OPERATIONS:-$operations}
machine=local procs=2,4 nodes='' network='' format=text status=0 quick=''
# here_sweeps_test runs fewer.
readonly LAUNCHES=${QUADRILLE_HERE_LAUNCHES:-20}
results=$QUADRILLE_ROOT/results/here
refuse() {
    echo "quadrille bench here: $1" >&2
    exit 2
}
while (($# > 0)); do
    case "$1 ${2:-}" in
    '--quick '*) quick=yes && shift && continue ;;
    '--format text' | '--format csv') format=$2 ;;
    '--procs '?* | '--machine '?* | '--nodes '?* | '--network '?* | \
        '--results '?*) printf -v "${1#--}" %s "$2" ;;
    *) refuse "arguments '$*'; accepted: --procs P,P,..., --machine M, \
--nodes N, --network FILE, --quick, --results DIR, --format text|csv" ;;
    esac
    shift 2
done
[[ $procs =~ ^([2-9]|[1-9][0-9]+)(,([2-9]|[1-9][0-9]+))*$ ]] ||
    refuse "--procs '$procs'; accepted: numbers of ranks from 2, as in 2,4"
[[ -z $nodes || $nodes =~ ^[1-9][0-9]*$ ]] ||
    refuse "--nodes '$nodes'; accepted: a number of nodes"
file=$QUADRILLE_ROOT/configs/machines/$machine.yaml
[[ $machine != */* && -r $file ]] ||
    refuse "--machine '$machine'; accepted: a name of configs/machines"
kind=$(awk '$1 == "kind:" { print $2 }' "$file")
[[ $kind == local || $kind == slurm ]] ||
    refuse "--machine $machine is simulated; accepted: kind local or slurm"
[[ -z $network || -r $network ]] ||
    refuse "--network '$network' cannot be read; accepted: a network file"
lengths=(8 64 512 4096 32768 262144 4194304)
[[ -z $quick ]] || lengths=(64 4096 262144)

# lengths_of PROCS UNIT: those with equal parts of whole units.
lengths_of() {
    local multiple=1
    case $2 in
    byte) multiple=$1 ;;
    double) multiple=$((8 * $1)) ;;
    esac
    for length in "${lengths[@]}"; do
        echo $(((length + multiple - 1) / multiple * multiple))
    done | uniq | paste -sd,
}

# begin_programs P: launches of one folder are compared: they measure the same.
begin_programs() {
    local made_of=$results/programs_$1/made_of
    mkdir -p "$results/programs_$1"
    { echo "${lengths[*]}" && mpirun --version | head -n 1 &&
        sha256sum <"$QUADRILLE_BUILT_DIR/default_speed" &&
        env | grep ^OMPI_MCA_ | sort; } >"$made_of.part" || true
    if [[ -e $made_of ]] && ! cmp -s "$made_of" "$made_of.part"; then
        rm "$made_of.part"
        refuse "$made_of differs: other lengths, programs or MPI; accepted: \
another --results"
    fi
    mv "$made_of.part" "$made_of"
}

# run_programs P: launches of default_speed, each of which is kept. Measurements
# on one machine wait for each other, as those of sweeps do.
run_programs() {
    local launch file start=(flock -w 600
        "${QUADRILLE_LOCK:-/tmp/quadrille.lock}" mpirun -np "$1")
    (($1 <= $(lscpu --parse=SOCKET,CORE | grep -v '^#' | sort -u | wc -l))) ||
        start+=(--oversubscribe)
    (($1 <= $(nproc))) || local -x \
        OMPI_MCA_mpi_yield_when_idle=${OMPI_MCA_mpi_yield_when_idle:-1}
    for ((launch = 1; launch <= LAUNCHES; launch++)); do
        file=$results/programs_$1/launch-$launch.csv
        [[ ! -e $file ]] || continue
        echo "programs' calls, $1 ranks: launch $launch of $LAUNCHES" >&2
        if "${start[@]}" "$QUADRILLE_BUILT_DIR/default_speed" \
            "${lengths[@]}" >"$file.part" </dev/null; then
            mv "$file.part" "$file"
        else
            status=1
            echo 'it failed, or waited 600 s for another measurement' >&2
        fi
    done
}

# run FOLDER SETTING ...: a sweep; on SLURM, in jobs.
run() {
    local folder=$results/$1
    shift
    local of=("$QUADRILLE_ROOT/configs/sweeps/here.yaml" --machine "$machine"
        --results "$folder" "${@/#/--set=}")
    if [[ $kind == local ]]; then
        "$quadrille" sweep run "${of[@]}" >&2 </dev/null || status=1
    else
        "$quadrille" sweep submit "${of[@]}" >&2 </dev/null || exit 2
        "$quadrille" sweep status "${of[@]}" --wait >&2 </dev/null || status=1
    fi
}

# run_all FOLDER FORCED: all operations; FORCED: with the library's algorithms.
run_all() {
    local p operation unit traffic selectors values place
    for p in ${procs//,/ }; do
        place=("procs=[$p]")
        [[ -z $nodes ]] || place=(procs=null "nodes=[$nodes]"
            "tasks_per_node=[$((p / nodes))]")
        while IFS=$'\t' read -r operation unit traffic selectors; do
            read -ra values <<<"$traffic"
            [[ $2 != yes ]] || values+=("selectors=[default,$selectors]")
            run "$1/${operation}_$p" "${values[@]}" "${place[@]}" \
                "bytes=[$(lengths_of "$p" "$unit")]"
        done < <(tail -n +2 "$operations")
    done
}

for p in ${procs//,/ }; do
    [[ -z $nodes || $((p % nodes)) == 0 ]] ||
        refuse "--procs $p on --nodes $nodes; accepted: multiples of $nodes"
done
unset QUADRILLE_NETWORK
mkdir -p "$results"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [[ $kind == local ]]; then
    for p in ${procs//,/ }; do
        begin_programs "$p"
    done
    # 28 s a launch of seven lengths on 2 ranks.
    echo "programs' calls: $LAUNCHES launches, on 2 ranks about \
$(((LAUNCHES * ${#lengths[@]} * 4 + 59) / 60)) min, longer where ranks share \
cores; then sweeps, which took less in our runs" >&2
    for p in ${procs//,/ }; do
        run_programs "$p"
    done
else
    echo "programs' calls are not measured on SLURM: run this in a job, with \
--machine local" >&2
fi
# Jobs need a file that was written in a job of its own.
if [[ -z $network && $kind == local ]]; then
    network=$results/here.network
    max_procs=$(tr , '\n' <<<"$procs" | sort -n | tail -1)
    [[ -e $network ]] || "$quadrille" calibrate --network "$network" \
        --against-library --procs "$max_procs" >&2
fi
run_all plain yes
if [[ -n $network ]]; then
    export QUADRILLE_NETWORK=$network
    run_all calibrated no
fi
Rscript --vanilla "$QUADRILLE_ROOT/analysis/scripts/print_bench.R" \
    "$QUADRILLE_ROOT/analysis/R" here "$results" "$format" '' '' || status=1
exit $status
