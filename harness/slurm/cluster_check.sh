#!/usr/bin/env bash
# harness/slurm/cluster_check.sh FILE ... -- at which rates does the network of
# cluster.sh limit an exchange, and not the processor, which all nodes share?
#
# A complete exchange of 64 KB blocks must take at least 1.7 times as long at
# half the rate; twice is what a network alone would give. Rates grow by the
# square root of 2 until one fails, for 8 and for 16 nodes; the highest that
# passed is written behind the line `passed:` of each links file, with the
# processor. Clusters of its own are started, without SLURM.
set -euo pipefail
umask 022
program=${QUADRILLE_BUILT_DIR:-built}/quadrille
root=${QUADRILLE_ROOT:-.}
cluster=$(dirname "${BASH_SOURCE[0]}")/cluster.sh
read -ra num_ranks <<<"${QUADRILLE_CHECK_NODES:-8 16}"

say() { printf 'quadrille cluster: %s\n' "$*" >&2; }
fail() {
    say "$1"
    exit "${2:-2}"
}
[[ $(id -u) == 0 ]] || fail 'check: not root; accepted: root'
(($# > 0)) || fail "check: no file; accepted: links files, such as a copy of \
configs/links/base.yaml"
for file in "$@"; do
    "$program" cluster links "$file" 0 || exit
    [[ -w $file ]] || fail "check: ${file@Q} cannot be written"
    awk 'is_last && !/^  - [{]processor: .*[}]$/ && /./ { bad = 1 }
        /^passed:/ { is_last = 1 }
        END { exit bad }' "$file" ||
        fail "check: ${file@Q}: passed is not last; accepted: behind it only \
its lines"
done

work=$(mktemp -d)
export QUADRILLE_CLUSTER_DIR=$work/cluster
trap '"$cluster" stop 2>/dev/null || true; rm -r "$work"' EXIT
trap 'exit 1' INT TERM
processor=$(sed -n '/^model name/ { s/^[^:]*: *//p; q }' /proc/cpuinfo)
cores=$(nproc)

# passed RANKS RATE: an entry of the list `passed`.
passed() {
    printf '  - {processor: "%s", cores: %s, ranks: %s, rate_mbit_s: %s}\n' \
        "$processor" "$cores" "$1" "$2"
}

# Prints the median time of the exchange among $1 nodes at $2 Mbit/s, in ns.
time_at() {
    # That the rate passes is what is tried: here it is assumed.
    cat >"$work/links.yaml" <<TEXT
title: "a rate that is tried"
nodes: $1
ranks_per_node: 1
rate_mbit_s: $2
queue_bytes: 4000000
passed:
$(passed "$1" "$2")
TEXT
    "$cluster" start --no-slurm --links "$work/links.yaml" 2>"$work/log" ||
        fail "check: $(tail -n 1 "$work/log")" 1
    "$program" sweep run "$root/configs/sweeps/link_check.yaml" --machine \
        shaped --results "$work/results" --set "nodes=[$1]" \
        >"$work/log" 2>&1 || fail "check: $(tail -n 1 "$work/log")" 1
    "$cluster" stop 2>/dev/null
    "$program" results samples "$work/results" | awk -F, '
        NR == 2 { while ($++c != "time_ns"); next }
        NR > 2 { print $c }' | sort -n | awk '{ time[NR] = $1 }
        END { print time[int((NR + 1) / 2)] }'
    rm -r "$work/results"
}

# Prints the highest rate that passed with $1 nodes; 0: none.
highest() {
    local step rate best=0 times=() last
    for ((step = 0; step <= 12; step++)); do
        rate=$(awk "BEGIN { printf \"%.3g\", 10 * 2 ^ ($step / 2) }")
        times+=("$(time_at "$1" "$rate")") || return
        ((step >= 2)) || continue
        last=$(awk "BEGIN { printf \"%.2f\", \
${times[step - 2]} / ${times[step]} }")
        say "$1 nodes at $rate Mbit/s: $((times[step] / 1000)) us; \
$last times as long at half the rate"
        awk "BEGIN { exit !($last >= 1.7) }" || break
        best=$rate
    done
    echo "$best"
}

for ranks in "${num_ranks[@]}"; do
    best=$(highest "$ranks")
    [[ $best != 0 ]] || continue
    passed "$ranks" "$best" >>"$work/passed"
done
[[ -s $work/passed ]] || fail 'check: no rate passed' 1

# What other machines passed stays.
for file in "$@"; do
    made=$(mktemp "$file.XXXXXX")
    chmod --reference="$file" "$made"
    {
        sed '/^passed:/,$d' "$file"
        echo passed:
        sed -n '/^passed:/,$ { /^  - /p }' "$file" | grep -vF \
            "{processor: \"$processor\", cores: $cores, " || true
        cat "$work/passed"
    } >"$made"
    mv "$made" "$file"
done
cat "$work/passed"
