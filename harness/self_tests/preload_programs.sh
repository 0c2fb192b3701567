#!/usr/bin/env bash
# harness/self_tests/preload_programs.sh FOLDER LIBRARY [--format text|csv]
# [--launches N] -- times ordinary MPI programs with and without the preload
# library, for `./quadrille bench preload`. FOLDER has the programs.
#
# A launch with the library and one without it make a pair, each first in its
# turn: other work on the machine slows both. The ratio is the pairs' median.
set -euo pipefail
folder=$1 library=$2 format=text launches=20
shift 2
while (($# > 0)); do
    case "$1 ${2-}" in
    '--format text' | '--format csv') format=$2 ;;
    '--launches '*)
        # Fewer have no interval of 95%.
        [[ ${2-} =~ ^0*([6-9]|[1-9][0-9]{1,3})$ ]] || break
        launches=$((10#$2))
        ;;
    *) break ;;
    esac
    shift 2
done
if (($# > 0)); then
    echo "quadrille bench preload: arguments '$*'; accepted: --format \
text|csv, --launches N, from 6 to 9999" >&2
    exit 2
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/quadrille-preload.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

say() { [[ ! -t 2 ]] || printf '\r\033[K%s' "$*" >&2; }

# step_us PROCS LIBRARY PROGRAM ARGUMENT ...: the time of a step in a launch.
step_us() {
    local procs=$1 preload=$2 yield=()
    shift 2
    ((procs <= $(nproc))) || yield=(--mca mpi_yield_when_idle 1)
    timeout 120 mpirun --oversubscribe "${yield[@]}" -np "$procs" \
        env ${preload:+"LD_PRELOAD=$preload"} "$folder/$1" "${@:2}" \
        >"$scratch/out" 2>"$scratch/log" </dev/null ||
        { cat "$scratch/log" >&2 && exit 1; }
    sed -n 's/^time_us=//p' "$scratch/out"
}

# summary: of pairs of times, the medians, and the median of ratios with its
# rank-based 95% interval.
summary() {
    # shellcheck disable=SC2016 # R's own
    Rscript --vanilla -e '
        pairs <- read.table("stdin", col.names = c("with", "without"))
        ratio <- sort(pairs$with / pairs$without)
        low <- qbinom(0.025, length(ratio), 0.5)
        numbers <- c(median(pairs$with), median(pairs$without), median(ratio),
                     ratio[c(low, length(ratio) + 1 - low)])
        cat(sprintf("%.4g", numbers), sep = ",")'
}

layout='%-14s %5s %10s %10s %6s %6s %6s %8s\n'
[[ $format == csv ]] && layout='%s,%s,%s,%s,%s,%s,%s,%s\n'
# shellcheck disable=SC2059 # one of the two layouts
row() { printf "$layout" "$@"; }
row program procs preload_us alone_us ratio low high launches
while read -r -a program; do
    for procs in 2 4; do
        : >"$scratch/pairs"
        for ((i = 1; i <= launches; i++)); do
            say "${program[0]} at $procs: $i of $launches"
            # Each is the first of a pair in its turn.
            ((i % 2)) || with=$(step_us $procs "$library" "${program[@]}")
            without=$(step_us $procs '' "${program[@]}")
            ((i % 2 == 0)) || with=$(step_us $procs "$library" "${program[@]}")
            echo "$with $without" >>"$scratch/pairs"
        done
        say ''
        IFS=, read -ra numbers < <(summary <"$scratch/pairs"; echo)
        row "${program[0]}" $procs "${numbers[@]}" "$launches"
    done
done <<'PROGRAMS'
sparse_steps 2000 300
halo_types 1000 96
fft3d 20 32
PROGRAMS
