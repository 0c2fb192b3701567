#!/usr/bin/env bash
# harness/testing/inject_faults.sh COUNT [SEED] -- injects COUNT random faults
# of all kinds below, or of $KINDS, into sweeps on this machine; SEED (1)
# selects them. After each the same command continues, and the results are
# checked for these errors:
#
#   lost      samples that counted before a fault that spares their files
#   doubled   samples that a cell has twice
#   damaged   samples that count and that no launch wrote so; a cell with
#             another number of them; a file outside the results folder, or of
#             another user
#   broken    cells that the same command does not measure
#   hung      commands that did not end within two minutes
#
# Prints one row per kind, and the seed; status 1 if there was any.
# inject_faults_test runs it.
# shellcheck disable=SC2317 # a kind is called by its name
set -uo pipefail
: "${quadrille:?}" "${fault_injection:?a shared object}" "${source_root:?}"
readonly COUNT=$1 SEED=${2:-1} SAMPLES=30 CELLS=24
RANDOM=$SEED
# shellcheck disable=SC2034 # `add` names them
declare -A struck lost doubled damaged broken hung injected
kinds=(kill_planner kill_launcher kill_rank kill_all interrupt interrupt_twice
    second_planner no_locks die hang flip full_disk planner_operation
    rank_operation collect_operation figures_killed cut_file zero_file
    swap_files delete_file flip_byte edit_json litter links other_owner
    submit_operation)
[[ -z ${KINDS:-} ]] || read -ra kinds <<<"$KINDS"
# Those that change files of the results themselves.
tampers=(cut_file zero_file swap_files delete_file flip_byte edit_json)
readonly ERRORS=(0 5 28) # killed, EIO, ENOSPC

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
command=(timeout 120 "$quadrille" sweep run sweep.yaml --results results)
# run [VARIABLE=VALUE ...]: runs the command, which is always the same.
run() {
    local status=0
    env "$@" "${command[@]}" || status=$?
    [[ $status != 124 ]] || add hung 1
    return $status
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
# pick [PATTERN]: sets $file to a random file of the results, or to nothing.
pick() {
    local files
    mapfile -t files < <(compgen -G "results/${1:-*.*}" | sort)
    file=
    ((${#files[@]} == 0)) || file=${files[RANDOM % ${#files[@]}]}
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
# operation PROGRAM COMMAND ...: an operation on files fails in the program.
operation() {
    local program=$1
    shift
    touch token
    timeout 120 env LD_PRELOAD="$fault_injection" QDR_FAULT=operation \
        QDR_FAULT_TOKEN="$PWD/token" QDR_FAULT_PROGRAM="$program" \
        QDR_FAULT_FIRST=$((1 + RANDOM % 12)) \
        QDR_FAULT_ERRNO="${ERRORS[RANDOM % 3]}" "$@" >out 2>err
    [[ $? != 124 ]] || add hung 1
    [[ -e token ]] || injected[$kind]=yes
    rm -f token
}
planner_operation() { operation quadrille "${command[@]:2}"; }
rank_operation() { operation bench "${command[@]:2}"; }
collect_operation() {
    operation quadrille "$quadrille" sweep collect results
}
figures_killed() {
    "$quadrille" figures --results results >out 2>err &
    planner=$!
    sleep "$((RANDOM % 2)).$((RANDOM % 10))"
    kill -KILL "$planner" 2>/dev/null
    ended
}
# A submission with stand-ins for SLURM's commands: whatever fails, resume has
# an array for every task and one collecting job.
submit_operation() {
    local folder=submitted
    rm -rf "$folder" fake
    mkdir "$folder" fake
    printf '#!/bin/sh\necho "$*" >>%s/fake/jobs\nwc -l <%s/fake/jobs\n' \
        "$PWD" "$PWD" >fake/sbatch
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho "quadrille:JOBID|:end"\n' >fake/squeue
    cp fake/squeue fake/scancel
    chmod +x fake/*
    touch fake/jobs
    sed '/slurm_conf/d' "$source_root/configs/machines/cluster.yaml" \
        >"$folder/machine.yaml"
    cp sweep.yaml "$folder/experiment.yaml"
    PATH=$PWD/fake:$PATH operation quadrille "$quadrille" sweep submit \
        "$folder"
    : >fake/jobs # squeue shows none: they are over
    PATH=$PWD/fake:$PATH "$quadrille" sweep resume "$folder" >out 2>err ||
        add broken 1
    [[ $(grep -c -- --array fake/jobs) == 1 &&
        $(grep -c -- -collect fake/jobs) == 1 ]] || {
        add broken 1
        cat out err fake/jobs >&2
    }
}
cut_file() {
    pick
    [[ -z $file ]] || truncate -s "$((RANDOM % ($(stat -c %s "$file") + 1)))" \
        "$file"
}
zero_file() {
    local size
    pick
    [[ -n $file ]] || return 0
    size=$(stat -c %s "$file")
    head -c "$size" /dev/zero >zeros
    cp zeros "$file"
}
flip_byte() {
    pick
    [[ -z $file || ! -s $file ]] || printf x | dd of="$file" bs=1 \
        conv=notrunc status=none seek="$((RANDOM % $(stat -c %s "$file")))"
}
delete_file() {
    pick
    [[ -z $file ]] || rm -f "$file"
}
# One file in the place of another of its kind.
swap_files() {
    local from suffix
    pick
    from=$file suffix=${file##*.}
    pick "*.$suffix"
    [[ -z $from || $from == "$file" ]] || {
        cp "$from" "$file"
        [[ $suffix != json || ! -e ${from%json}csv ]] ||
            cp "${from%json}csv" "${file%json}csv"
    }
}
edit_json() {
    local edits=('s/"format": .*/"format": 6,/'
        's/^ "procs": .*/ "procs": 99,/' 's/("rows": )/\11/'
        's/^( "simulated": )false/\1true/' 's/("programs": ")./\1x/'
        's/("cpu": ")/\1x/' '0,/"cell": [0-9]+/s//"cell": 7777/')
    pick 'launch-*.json'
    [[ -z $file ]] || sed -i -E "${edits[RANDOM % ${#edits[@]}]}" "$file"
}
litter() {
    echo rubbish >results/launch-00000-07-n-1-aaaaaa.csv
    echo '{"cells": [{"cell": 0, "verdict": "VALID"}]}' \
        >results/launch-00001-01-n-1-aaaaaa.json
    echo 12345 >results/launch-00002-01-n-1-aaaaaa.running
}
# Names that a launch opens lead to a file elsewhere.
links() {
    local name
    for name in batches launch-0000{0..2}.{csv,json,log}; do
        ln -sfn ../victim "results/$name"
    done
    run >out 2>err
}
# Only root can give a folder away.
other_owner() {
    local state
    [[ $(id -u) == 0 ]] || return 0
    state=$(ls -lR results)
    chown 65534 results
    ! run >out 2>err || add damaged 1
    chown 0 results
    [[ $(ls -lR results) == "$state" ]] || add damaged 1
}

# repetitions: cell and repetition of each sample, by the names of columns.
repetitions() {
    "$quadrille" results samples results 2>/dev/null | awk -F, '
        /^launch,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
        "cell" in column { print $column["cell"], $column["repetition"] }'
}
# counting: the samples that count, sorted.
counting() {
    "$quadrille" results samples results 2>/dev/null | tail -n +3 | sort
}
# The number of VALID cells.
num_valid() { counting | cut -d, -f2 | uniq | sort -u | wc -l; }
# add ARRAY NUMBER: to the kind's errors.
add() {
    local -n found=$1
    found["$kind"]=$((${found["$kind"]:-0} + $2))
}
# check: what counts now, compared with what counted before, in `before`, and
# with all that ever did, in `ever`.
check() {
    counting >now
    add doubled "$(repetitions | sort | uniq -d | wc -l)"
    add damaged "$(cut -d, -f2 now | uniq | sort -u | while read -r cell; do
        [[ $(cut -d, -f2 now | grep -cx "$cell") == "$SAMPLES" ]] || echo
    done | wc -l)"
    [[ $(<victim) == precious ]] || add damaged 1
}

# strike: injects one fault of $kind and counts the errors.
strike() {
    local gone=
    counting >before
    sort -u -o ever ever before
    "$kind"
    # Of a launch whose file was changed, the samples may be lost.
    [[ " ${tampers[*]} " != *" $kind "* || $file != results/launch-* ]] ||
        gone=$((10#${file:15:5}))
    struck[$kind]=$((${struck[$kind]:-0} + 1))
    check
    if [[ " ${tampers[*]} " == *" $kind "* ]]; then
        add damaged "$(comm -13 ever now | wc -l)"
    fi
    add lost "$(comm -23 before now | grep -cv "^${gone:-none},")"
}
# whole: the same command measures all that is left.
whole() {
    run >out 2>err || run >out 2>err
    check
    [[ $(num_valid) == "$CELLS" ]] || {
        add broken $((CELLS - $(num_valid)))
        cat err >&2
    }
}

touch ever
for ((i = 0; i < COUNT; i++)); do
    kind=${kinds[i % ${#kinds[@]}]}
    # Faults of files need files; faults of launches need cells to measure.
    if [[ " ${tampers[*]} " == *" $kind "* ||
        $kind =~ litter|links|owner|collect|figures ]]; then
        [[ $(num_valid) != 0 ]] || run >out 2>err
    elif [[ $(num_valid) == "$CELLS" ]]; then
        rm -rf results ever
        touch ever
    fi
    strike
    ((RANDOM % 3)) || whole
    [[ ! -t 2 ]] || printf '\r%d of %d' $((i + 1)) "$COUNT" >&2
done
whole
find "${TMPDIR:-/tmp}" -maxdepth 1 -user "$(id -u)" -name 'qdr-*' -newer \
    sweep.yaml >litter
[[ ! -s litter ]] || echo "left in the folder of temporary files: $(<litter)"

status=0
errors=(lost doubled damaged broken hung)
printf '%-18s %7s' kind struck
printf ' %8s' "${errors[@]}"
printf '\n'
for kind in "${kinds[@]}"; do
    printf '%-18s %7d' "$kind" "${struck[$kind]:-0}"
    for error in "${errors[@]}"; do
        declare -n of_kind=$error
        printf ' %8d' "${of_kind[$kind]:-0}"
        ((${of_kind[$kind]:-0} == 0)) || status=1
    done
    printf '\n'
done
for kind in die hang flip planner_operation rank_operation; do
    ((${struck[$kind]:-0} == 0)) || [[ -n ${injected[$kind]:-} ]] || {
        echo "$kind: $fault_injection injected nothing" >&2
        status=1
    }
done
echo "seed $SEED"
exit $status
