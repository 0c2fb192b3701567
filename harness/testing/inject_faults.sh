#!/usr/bin/env bash
# harness/testing/inject_faults.sh COUNT [SEED] -- injects COUNT random faults
# of all kinds below, or of $KINDS, into sweeps on this machine; SEED (1)
# selects them. After each the same command continues, and the results are
# checked for these errors:
#
#   lost      cells that were VALID before a fault that spares their files
#   doubled   samples that a cell has twice
#   damaged   a csv that its JSON describes, with other columns, times or
#             numbers of samples; a file outside the results folder; results of
#             another user
#
# Prints one row per kind, and the seed; status 1 if anything was lost, doubled
# or damaged. inject_faults_test runs it.
# shellcheck disable=SC2317 # a kind is called by its name
set -uo pipefail
: "${quadrille:?}" "${fault_injection:?a shared object}"
readonly COUNT=$1 SEED=${2:-1} SAMPLES=30 CELLS=24
RANDOM=$SEED
declare -A struck lost doubled damaged injected
kinds=(kill_planner kill_launcher kill_rank kill_all interrupt interrupt_twice
    second_planner no_locks die hang flip full_disk cut_csv flip_csv delete_csv
    delete_json empty_json half_json swap_json edit_json litter links
    empty_leases other_owner)
[[ -z ${KINDS:-} ]] || read -ra kinds <<<"$KINDS"

cat >sweep.yaml <<YAML
name: struck
workload: synthetic
algorithms: [ls, gs]
procs: [2]
densities: [1]
bytes: [16384]
seeds: {first: 1, count: $((CELLS / 2))}
warmup: 1
repetitions: $SAMPLES
order_seed: 7
cells_per_launch: 8
launch_cap_s: 20
cell_limit_s: 3
YAML

echo precious >victim
command=("$quadrille" sweep run sweep.yaml --results results)
# run [VARIABLE=VALUE ...]: runs the command, which is always the same.
run() {
    env "$@" "${command[@]}"
}
# in_progress [VARIABLE=VALUE ...]: starts it and waits until a random moment;
# $planner is its process.
in_progress() {
    env "$@" "${command[@]}" >out 2>err &
    planner=$!
    sleep "0.$((RANDOM % 8))$((RANDOM % 10))"
}
# ended: waits for its end.
ended() { wait "$planner" 2>/dev/null; }
# one_of PATTERN: a random file of the results; nothing if there is none.
one_of() {
    local files
    mapfile -t files < <(compgen -G "results/$1" | sort)
    ((${#files[@]} == 0)) || echo "${files[RANDOM % ${#files[@]}]}"
}
# processes WORDS: those in the folder whose command has the words.
processes() {
    local id
    for id in $(pgrep -f "$1"); do
        [[ $(readlink "/proc/$id/cwd") != "$PWD/results" ]] || echo "$id"
    done
}
# token FAULT: a preloaded fault that affects one launch.
preloaded() {
    touch token
    run LD_PRELOAD="$fault_injection" QDR_FAULT="$1" \
        QDR_FAULT_TOKEN="$PWD/token" >out 2>err
    # The fault removes the token, but for a disk that stays full.
    [[ $1 == full || -e token ]] || injected[$1]=yes
    rm -f token
}

kill_planner() {
    in_progress && kill -KILL "$planner" 2>/dev/null
    ended
}
kill_launcher() {
    in_progress
    # shellcheck disable=SC2046 # several
    kill -KILL $(processes '^mpirun') 2>/dev/null
    ended
}
kill_rank() {
    in_progress
    # shellcheck disable=SC2046
    kill -KILL $(processes 'bench \. ' | tail -n 1) 2>/dev/null
    ended
}
kill_all() {
    in_progress
    # shellcheck disable=SC2046
    kill -KILL "$planner" $(processes .) 2>/dev/null
    ended
}
interrupt() {
    in_progress && kill -TERM "$planner" 2>/dev/null
    ended
}
interrupt_twice() {
    in_progress && kill -TERM "$planner" 2>/dev/null
    sleep 0.05
    kill -TERM "$planner" 2>/dev/null
    ended
}
second_planner() { in_progress && run >out2 2>err2; ended; }
no_locks() {
    in_progress LD_PRELOAD="$fault_injection" QDR_FAULT=nolock
    kill -KILL "$planner" 2>/dev/null
    ended
}
die() { preloaded die; }
hang() { preloaded hang; }
flip() { preloaded flip; }
full_disk() { preloaded full; }
cut_csv() {
    local csv
    csv=$(one_of 'launch-*.csv')
    [[ -z $csv ]] || truncate -s "$((RANDOM % $(stat -c %s "$csv")))" "$csv"
}
flip_csv() {
    local csv
    csv=$(one_of 'launch-*.csv')
    [[ -z $csv ]] || printf x | dd of="$csv" bs=1 conv=notrunc status=none \
        seek="$((RANDOM % $(stat -c %s "$csv")))"
}
delete_csv() { rm -f "$(one_of 'launch-*.csv')"; }
delete_json() { rm -f "$(one_of 'launch-*.json')"; }
empty_json() {
    local json
    json=$(one_of 'launch-*.json')
    [[ -z $json ]] || echo '{}' >"$json"
}
half_json() {
    local json
    json=$(one_of 'launch-*.json')
    [[ -z $json ]] || truncate -s "$((RANDOM % $(stat -c %s "$json")))" "$json"
}
# One launch in the place of another.
swap_json() {
    local from to
    from=$(one_of 'launch-*.json')
    to=$(one_of 'launch-*.json')
    [[ $from == "$to" ]] || {
        cp "$from" "$to"
        cp "${from%json}csv" "${to%json}csv"
    }
}
edit_json() {
    local json edits=('s/"format": .*/"format": 3,/'
        's/^ "procs": .*/ "procs": 99,/' 's/("rows": )/\11/'
        's/^( "simulated": )false/\1true/' 's/("program_sha256": ")./\1x/'
        '0,/"cell": [0-9]+/s//"cell": 7777/')
    json=$(one_of 'launch-*.json')
    [[ -z $json ]] || sed -i -E "${edits[RANDOM % ${#edits[@]}]}" "$json"
}
litter() {
    echo rubbish >results/attempt-00000-xxxxxx.csv.tmp
    echo '{"cells": [{"cell": 0, "verdict": "VALID"}]}' \
        >results/attempt-00001-xxxxxx.json
    echo 12345 >results/launch-00002.running
}
# Names that a launch opens lead to a file elsewhere.
links() {
    local name
    for name in .lock launch-0000{0..2}.{log,running,skipped,lock}; do
        ln -sfn ../victim "results/$name"
    done
    run >out 2>err
}
# The processes that made them died before writing.
empty_leases() {
    : >results/.lock.lease
    : >results/launch-00000.lock.lease
    run LD_PRELOAD="$fault_injection" QDR_FAULT=nolock >out 2>err
}
# Only root can give a folder away.
other_owner() {
    local state
    [[ $(id -u) == 0 ]] || return 0
    state=$(ls -lR results)
    chown 65534 results
    ! run >out 2>err || damaged[other_owner]=1
    chown 0 results
    [[ $(ls -lR results) == "$state" ]] || damaged[other_owner]=1
}

# The number of VALID cells, as the command reports it.
num_valid() {
    "$quadrille" sweep collect results 2>/dev/null |
        sed -nE 's/.*: ([0-9]+) cells valid.*/\1/p'
}
# check KIND: checks every csv that its JSON calls complete.
check() {
    local json csv
    for json in results/launch-*.json; do
        csv=${json%json}csv
        [[ -s $csv && $(sed -nE 's/.*"sha256": "([0-9a-f]{64})".*/\1/p' \
            "$json" | grep -cF "$(sha256sum <"$csv" | cut -c1-64)") != 0 ]] ||
            continue
        awk -F, -v samples=$SAMPLES 'NR == 1 { n = NF
                for (i = 1; i <= NF; i++) at[$i] = i; next }
            NF != n || $at["time_ns"] !~ /^[0-9]+$/ { bad++ }
            seen[$at["cell"], $at["repetition"]]++ { twice++ }
            { count[$at["cell"]]++ }
            END { for (c in count) if (count[c] != samples) bad++
                print bad + 0, twice + 0 }' "$csv"
    done | awk '{ bad += $1; twice += $2 } END { print bad + 0, twice + 0 }'
}
note() {
    local bad twice
    read -r bad twice <<<"$(check)"
    [[ $(<victim) == precious ]] || bad=$((bad + 1))
    damaged[$1]=$((${damaged[$1]:-0} + bad))
    doubled[$1]=$((${doubled[$1]:-0} + twice))
}

# strike KIND: injects one fault and counts the errors.
strike() {
    local before after
    before=$(num_valid)
    "$1"
    after=$(num_valid)
    struck[$1]=$((${struck[$1]:-0} + 1))
    [[ $1 =~ csv|json ]] || ((${after:-0} >= ${before:-0})) ||
        lost[$1]=$((${lost[$1]:-0} + before - after))
    note "$1"
}
# whole KIND: repeats the command until all cells are VALID.
whole() {
    local i twice
    for i in 1 2 3; do
        run >out 2>err && break
    done
    [[ $(num_valid) == "$CELLS" ]] || {
        lost[$1]=$((${lost[$1]:-0} + CELLS - $(num_valid)))
        cat err >&2
    }
    # Samples that two launches have.
    twice=$(awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        seen[$at["cell"], $at["repetition"]]++ { n++ }
        END { print n + 0 }' results/launch-*.csv)
    doubled[$1]=$((${doubled[$1]:-0} + twice))
    note "$1"
}

for ((i = 0; i < COUNT; i++)); do
    kind=${kinds[i % ${#kinds[@]}]}
    # Faults of files need files; faults of launches need cells to measure.
    if [[ $kind =~ csv|json|litter|links|leases|owner ]]; then
        [[ -n $(one_of 'launch-*.json') ]] || run >out 2>err
    elif [[ $(num_valid) == "$CELLS" ]]; then
        rm -rf results
    fi
    strike "$kind"
    ((RANDOM % 3)) || whole "$kind"
    [[ ! -t 2 ]] || printf '\r%d of %d' $((i + 1)) "$COUNT" >&2
done
whole "$kind"
[[ -z $(compgen -G 'results/attempt-*') ]] ||
    damaged[litter]=$((${damaged[litter]:-0} + 1))

status=0
printf '%-16s %7s %5s %8s %8s\n' kind struck lost doubled damaged
for kind in "${kinds[@]}"; do
    printf '%-16s %7d %5d %8d %8d\n' "$kind" "${struck[$kind]:-0}" \
        "${lost[$kind]:-0}" "${doubled[$kind]:-0}" "${damaged[$kind]:-0}"
    ((${lost[$kind]:-0} + ${doubled[$kind]:-0} + ${damaged[$kind]:-0} == 0)) ||
        status=1
done
for kind in die hang flip; do
    ((${struck[$kind]:-0} == 0)) || [[ -n ${injected[$kind]:-} ]] || {
        echo "$kind: $fault_injection injected nothing" >&2
        status=1
    }
done
echo "seed $SEED"
exit $status
