#!/usr/bin/env bash
# harness/netmap/netmap_trials.sh [TRIALS] -- how often `netmap` is right on
# eight nodes that share this machine, joined by links of 80 Mbit/s: nothing is
# slow; a node sends, receives, or both at half the others' rate; a pair has
# half the rate. Which node differs from trial to trial. Prints a line for each
# kind, and each wrong answer. Needs root; `./quadrille build` first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export QUADRILLE_ROOT=$PWD
export QUADRILLE_BUILT_DIR=${QUADRILLE_BUILT_DIR:-$PWD/built}
trials=${1:-20}
work=$(mktemp -d)
export QUADRILLE_CLUSTER_DIR=$work/cluster
trap 'harness/slurm/cluster.sh stop 2>/dev/null || true; rm -r "$work"' EXIT
trap 'exit 1' INT TERM

# try KIND STATUS WORDS [LINE ...]: a trial with these slow links.
try() {
    local kind=$1 wanted=$2 words=$3 status=0
    shift 3
    {
        printf '%s\n' 'title: "a trial"' 'nodes: 8' 'ranks_per_node: 1' \
            'rate_mbit_s: 80' 'queue_bytes: 10000000'
        (($# == 0)) || printf '%s\n' slow: "$@"
    } >"$work/links.yaml"
    harness/slurm/cluster.sh start --no-slurm --links "$work/links.yaml" \
        2>/dev/null
    "$QUADRILLE_BUILT_DIR/quadrille" netmap --machine shaped >"$work/out" \
        2>"$work/err" </dev/null || status=$?
    harness/slurm/cluster.sh stop 2>/dev/null
    # One answer, which names what was planted and nothing else.
    if [[ $status == "$wanted" ]] && grep -q "$words" "$work/out" &&
        [[ $(grep -c '^node n\|^the pair\|^no node' "$work/out") == 1 ]]; then
        right[$kind]=$((${right[$kind]:-0} + 1))
    else
        echo "$kind, status $status, not '$words': $(head -n 2 "$work/out") \
$(tail -n 1 "$work/err")"
    fi
}

declare -A right=()
for ((i = 0; i < trials; i++)); do
    node=$((i % 8 + 1)) other=$(((i * 3 + 4) % 8 + 1))
    ((other != node)) || other=$((node % 8 + 1))
    half='rate_mbit_s: 40}'
    try nothing 0 '^no node and no pair of 8 nodes is slow'
    try send 1 "^node n$node sends at 0.[45]" "  - {from: $node, $half"
    try receive 1 "^node n$node receives at 0.[45]" "  - {to: $node, $half"
    try both 1 "^node n$node .*0.[45].*0.[45]" "  - {from: $node, $half" \
        "  - {to: $node, $half"
    try pair 1 "^the pair n$node -> n$other has 0.[45]" \
        "  - {from: $node, to: $other, $half"
done
for kind in nothing send receive both pair; do
    echo "$kind: ${right[$kind]:-0} of $trials"
done
