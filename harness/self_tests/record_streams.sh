#!/usr/bin/env bash
# harness/self_tests/record_streams.sh PROGRAM FAULT-INJECTION [COMPARISONS
# LAUNCHES] -- records sample streams for the test of slow-downs: csv
# on stdout. analysis/tests/data/streams.csv was made with 20 and 20.
#
# A linear exchange of 1 MiB at 2 processes: one direction after the other.
# (Both at once would have two speeds, and a delay would select one.) A
# comparison has LAUNCHES launches of three cells in shuffled order: `base`, 1
# MiB; `same`, 8 bytes less, equal except for its name; and `slow`, 8 bytes
# more. The fault injection finds `slow` by its length and delays each of its
# two sends by half of 5% of the exchange, whose time three launches measure
# first.
set -euo pipefail
program=$(readlink -f "$1")
fault_injection=$(readlink -f "$2")
comparisons=${3:-20} launches=${4:-20}
QUADRILLE_BUILT_DIR=$(dirname "$program")
export QUADRILLE_BUILT_DIR
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

# experiment LAUNCHES ORDER-SEED
experiment() {
    cat >stream.yaml <<YAML
name: stream
workload: synthetic
algorithms: [lex]
modes: [posted]
procs: [2]
bytes: [1048568, 1048576, 1048584]
seeds: {first: 1, count: 1}
warmup: 20
repetitions: 15
launches: $1
order_seed: $2
cells_per_launch: 3
launch_cap_s: 60
YAML
    rm -rf results
}
run() { "$program" sweep run stream.yaml --results results >/dev/null; }

# The bytes, the launch and the time of each sample.
samples() {
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { bytes = $column["parameters"]; sub(/.*bytes=/, "", bytes)
          print bytes + 0, $column["replicate"], $column["time_ns"] }' \
        results/*.csv
}

echo comparison,kind,launch,times_ns
for ((c = 1; c <= comparisons; c++)); do
    experiment 3 "$c"
    run
    delay_ns=$(samples | cut -d' ' -f3 | sort -n |
        awk '{ a[NR] = $1 } END { print int(a[int(NR / 2)] / 40) }')
    experiment "$launches" "$c"
    LD_PRELOAD=$fault_injection QDR_FAULT=slow QDR_FAULT_BYTES=1048580 \
        QDR_FAULT_NS=$delay_ns run
    # One row per launch and kind, its samples joined by blanks.
    samples | awk -v c="$c" '
        BEGIN { kind[1048568] = "same"; kind[1048576] = "base"
                kind[1048584] = "slow" }
        { row = c "," kind[$1] "," $2
          times[row] = times[row] between[row] $3; between[row] = " " }
        END { for (row in times) print row "," times[row] }' | sort -t, -k3n -k2
done
