#!/usr/bin/env bash
# harness/self_tests/self.sh [--format text|csv] -- benchmarks the suite itself:
# compares its times with an independent tool, and measures its overhead.
# `./quadrille bench self` runs it. Status 1 if the overhead exceeds its limit;
# a difference between the tools is no failure.
#
# The tool is NetPIPE. Half a round trip of its ping-pong at 2 processes is
# compared with a broadcast from 0 to 1, and its bidirectional mode with
# MPI_Alltoall. NetPIPE reports the best of seven means over many repetitions;
# ours is the median sample of a launch. The two take turns, LAUNCHES times, and
# the fastest launches are compared, because other work only adds time.
set -euo pipefail
program=$QUADRILLE_BUILT_DIR/quadrille
# self_test runs fewer launches.
readonly LAUNCHES=${QUADRILLE_SELF_LAUNCHES:-7}
readonly SIZES='1024 65536 1048576' CELLS=200
format=text status=0 disagrees=no
if (($# > 0)); then
    if [[ $# != 2 || $1 != --format || ($2 != text && $2 != csv) ]]; then
        echo "quadrille bench self: arguments '$*'; accepted: --format \
text|csv" >&2
        exit 2
    fi
    format=$2
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/quadrille-self.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Starts NetPIPE as the sweep starts its launches: 2 ranks, each with a core.
(($(nproc) >= 2)) || export OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

say() { [[ ! -t 2 ]] || printf '\r\033[K%s' "$*" >&2; }
# Prints the output of the failed command.
give_up() {
    cat log >&2
    exit 1
}
median() { sort -g | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

# row QUANTITY BYTES OURS OTHER UNIT LIMIT VERDICT
if [[ $format == csv ]]; then
    echo quantity,bytes,ours,other,unit,limit,verdict
    row() { printf '"%s",%s,%s,%s,%s,%s,%s\n' "$@"; }
else
    printf '%-44s %8s %9s %9s %-6s %-11s %s\n' \
        quantity bytes ours other unit limit verdict
    row() { printf '%-44s %8s %9s %9s %-6s %-11s %s\n' "$@"; }
fi

# experiment NAME ALGORITHMS PROCS BYTES SEEDS CELLS REPETITIONS: writes
# NAME.yaml
experiment() {
    cat >"$1.yaml" <<TEXT
name: self
workload: ${8:-synthetic}
algorithms: [$2]
modes: [posted]
procs: [$3]
bytes: [$4]
seeds: {first: 1, count: $5}
warmup: 5
repetitions: $7
order_seed: 1
cells_per_launch: $6
launch_cap_s: 300
TEXT
}

# ours NAME: the median sample of a new launch of NAME.yaml, in us.
ours() {
    "$program" sweep run "$1.yaml" --results "$1" --restart >/dev/null 2>log ||
        give_up
    "$program" results samples "$1" | tail -n +2 |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            { print $column["time_ns"] / 1000 }' | median
}

# shellcheck disable=SC2317 # compare calls it
# netpipe BYTES [OPTION ...]: its time in us: half a round trip, or, with both
# directions at once, until both have arrived.
netpipe() {
    local bytes=$1
    shift
    timeout 60 mpirun -np 2 NPopenmpi -p 0 -l "$bytes" -u "$bytes" -o np "$@" \
        >log 2>&1 || give_up
    awk 'END { print $3 * 1e6 }' np
}

# The time of several launches: the fastest, because other work only adds time;
# the median to compare two ways of doing the same.
# shellcheck disable=SC2317 # compare calls it
fastest() { sort -g | head -n 1; }
pick=fastest

# compare QUANTITY NAME BYTES SCALE COMMAND ...: compares our time with the
# output of the command.
compare() {
    local i mine theirs name=$2 bytes=$3 scale=$4 verdict
    for ((i = 1; i <= LAUNCHES; i++)); do
        say "$1, $bytes bytes: $i of $LAUNCHES"
        ours "$name" >>"$name.ours"
        "${@:5}" >>"$name.theirs"
    done
    say ''
    mine=$($pick <"$name.ours" | awk -v s="$scale" '{ print $1 * s }')
    theirs=$($pick <"$name.theirs")
    verdict=$(awk -v a="$mine" -v b="$theirs" 'BEGIN {
        print (a <= 1.1 * b && b <= 1.1 * a) ? "agrees" : "disagrees" }')
    [[ $verdict == agrees || $1 != *NetPIPE* ]] || disagrees=yes
    row "$1" "$bytes" "$(printf '%.4g' "$mine")" \
        "$(printf '%.4g' "$theirs")" us 'within 10%' "$verdict"
}

if command -v NPopenmpi >/dev/null; then
    for bytes in $SIZES; do
        experiment "pp$bytes" lex 2 "$bytes" 1 1 200
        compare 'ping-pong, half a round trip (NetPIPE)' "pp$bytes" "$bytes" \
            0.5 netpipe "$bytes"
        experiment "bc$bytes" mpi_bcast 2 "$bytes" 1 1 200 broadcast
        compare 'MPI_Bcast at 2 (NetPIPE, one way)' "bc$bytes" "$bytes" 1 \
            netpipe "$bytes"
        experiment "at$bytes" mpi_alltoall 2 "$bytes" 1 1 200
        compare 'MPI_Alltoall at 2 (NetPIPE, both ways)' "at$bytes" "$bytes" \
            1 netpipe "$bytes" -2 -a
    done
else
    echo 'skipped: NetPIPE is not installed (Debian: netpipe-openmpi)' >&2
fi

# Both ways of starting a sample must give the same time. A short exchange is
# the hardest case: a cold core doubles it.
if (($(nproc) >= 2)); then
    pick=median
    for bytes in 4096 65536; do
        experiment "barrier$bytes" gs 2 "$bytes" 1 1 200
        for window in 200 2000 20000; do
            experiment "window$window.$bytes" gs 2 "$bytes" 1 1 200
            printf 'start: window\nwindow_us: %d\n' $window \
                >>"window$window.$bytes.yaml"
            compare "start: window of $window us (barrier)" \
                "window$window.$bytes" "$bytes" 1 ours "barrier$bytes"
        done
    done
fi

# seconds COMMAND ...: its wall time.
seconds() {
    local begin=$EPOCHREALTIME
    "$@" >/dev/null 2>log || give_up
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'
}

# limit QUANTITY BYTES OURS UNIT MAX WORD: a row that passes or fails.
limit() {
    local verdict
    verdict=$(awk -v a="$3" -v b="$5" \
        'BEGIN { print a <= b ? "holds" : "fails" }')
    [[ $verdict == holds ]] || status=1
    row "$1" "$2" "$3" '' "$4" "$6 $5" "$verdict"
}

# rows PROGRAM PROCS: those that the program prints on so many ranks.
rows() {
    local quantity bytes ours other unit max
    say "$1 at $2"
    mpirun --oversubscribe -np "$2" "$QUADRILLE_BUILT_DIR/$1" >rows 2>log ||
        give_up
    say ''
    while IFS='|' read -r quantity bytes ours other unit max; do
        if [[ -n $max ]]; then
            limit "$quantity" "$bytes" "$ours" "$unit" "$max" 'at most'
        else
            row "$quantity" "$bytes" "$ours" "$other" "$unit" '' ''
        fi
    done <rows
}

# own OPERATION: the library's own work in a call of 8 bytes at 2, with MPI's
# calls stubbed: of the rank that has more of it.
own() {
    local count ns
    say "own work of $1"
    rm -f counted.*
    mpirun --oversubscribe -np 2 valgrind --tool=callgrind \
        --toggle-collect=measured --callgrind-out-file=counted.%p \
        "$QUADRILLE_BUILT_DIR/own_instructions" "$1" >/dev/null 2>log || give_up
    count=$(awk '$1 == "totals:" && $2 > max { max = $2 }
        END { printf "%d", max / 1000 }' counted.*)
    mpirun --oversubscribe -np 2 "$QUADRILLE_BUILT_DIR/own_instructions" "$1" \
        time >timed 2>log || give_up
    ns=$(awk '$4 > max { max = $4 } END { print max }' timed)
    say ''
    row "own instructions of $1 at 2 (MPI stubbed)" 8 "$count" '' '' '' ''
    row "own time of $1 at 2 (MPI stubbed)" 8 "$ns" '' ns '' ''
}

if command -v valgrind >/dev/null; then
    for operation in bcast scatter gather allgather reduce allreduce \
        reduce_scatter alltoall exchange_blocks; do
        own "$operation"
    done
else
    echo 'skipped: valgrind is not installed (Debian: valgrind)' >&2
fi

rows plan_speed 2
for procs in 2 4 8; do
    rows exchange_speed "$procs"
done
rows preload_speed 2

# The overhead of a cell: a launch of many cells with one sample each, minus a
# launch of one cell.
say 'bookkeeping'
experiment many gs 4 64 $CELLS $CELLS 1
experiment one gs 4 64 1 1 1
many=$(seconds "$program" sweep run many.yaml --results many)
one=$(seconds "$program" sweep run one.yaml --results one)
cell=$(awk -v a="$many" -v b="$one" -v n=$CELLS \
    'BEGIN { printf "%.3g", (a - b) / (n - 1) * 1000 }')
say ''
limit 'bookkeeping of a cell (4 processes)' 64 "$cell" ms 20 'at most'

# The share of a sweep's wall time that its samples take.
say 'share of wall time'
experiment share 'ps, gs' 4 '64, 65536' 25 100 100
wall=$(seconds "$program" sweep run share.yaml --results share)
share=$(awk -F: -v wall="$wall" '/"sampling_ns"/ { sum += $2 }
    END { printf "%.3g", sum / 1e9 / wall * 100 }' share/*.json)
say ''
row 'wall time in samples and warm-up (4 processes)' '' "$share" '' % '' ''

say 'planning'
experiment plan 'ls, ps, bs, gs' '2, 4, 8, 16, 32' '1, 64, 1024, 4096, 65536' \
    1000 250 10
plan=$(seconds "$program" sweep plan plan.yaml --format csv)
say ''
limit 'planning of 100000 cells' '' "$(printf '%.3g' "$plan")" s 5 under

if [[ $disagrees == yes && $format == text ]]; then
    cat <<'TEXT'

Where NetPIPE disagrees: it takes the best of seven means over messages that
follow each other without a pause; here stands the median of samples that each
start from a barrier, so that a sample holds the skew of its start, and never
finds the next message on its way. That tells most in short exchanges; in long
ones NetPIPE's two directions overlap from repetition to repetition.
TEXT
fi
exit $status
