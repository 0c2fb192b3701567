#!/usr/bin/env bash
# harness/bench/record_streams.sh PLANNER FAULT-INJECTION [COMPARISONS] -- records
# sample streams for the test that tells a slow-down from none: csv on stdout.
#
# A linear exchange of 1 MiB at 2 processes: there and back, one after the
# other. (Both at once would have two speeds, between which a delay decides.)
# Each comparison has 16 launches of three kinds that take turns: `base`; `same`,
# which differs in nothing; and `slow`, in which either send is made longer by
# half of 5% of the exchange, as three launches measure it first.
set -euo pipefail
planner=$(readlink -f "$1")
fault_injection=$(readlink -f "$2")
comparisons=${3:-20}
QUADRILLE_BUILT_DIR=$(dirname "$planner")
export QUADRILLE_BUILT_DIR
readonly LAUNCHES=16
folder=$(mktemp -d "${TMPDIR:-/tmp}/quadrille-streams.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p configs/machines
cat >configs/machines/local.yaml <<'YAML'
kind: local
title: "this machine"
max_procs: 2
YAML
export QUADRILLE_ROOT=$folder
cat >stream.yaml <<'YAML'
name: stream
workload: synthetic
algorithms: [lex]
modes: [posted]
procs: [2]
bytes: [1048576]
seeds: {first: 1, count: 1}
warmup: 20
repetitions: 15
order_seed: 1
cells_per_launch: 1
launch_cap_s: 60
YAML

# launch: the samples of a new launch, in ns.
launch() {
    rm -rf results
    "$planner" sweep run stream.yaml --results results >/dev/null
    tail -n +2 results/launch-00000.csv | cut -d, -f15
}
slow_launch() {
    LD_PRELOAD=$fault_injection QDR_FAULT=slow QDR_FAULT_NS=$delay_ns launch
}
# record COMPARISON KIND LAUNCH, samples on stdin: a row a launch
record() { echo "$1,$2,$3,$(paste -sd' ')"; }

echo comparison,kind,launch,times_ns
for ((c = 1; c <= comparisons; c++)); do
    delay_ns=$(for _ in 1 2 3; do launch; done | sort -n |
        awk '{ a[NR] = $1 } END { print int(a[int(NR / 2)] / 40) }')
    for ((l = 1; l <= LAUNCHES; l++)); do
        launch | record "$c" base "$l"
        launch | record "$c" same "$l"
        slow_launch | record "$c" slow "$l"
    done
done
