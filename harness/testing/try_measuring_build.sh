#!/usr/bin/env bash
# harness/testing/try_measuring_build.sh [MPICC LAUNCHER] -- tests `build
# --measuring` with that compiler: its folder has every library that a node with
# only the MPI may lack, and a sweep on this machine with that launcher is
# valid. It is not a Bazel test, because it calls Bazel.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
[[ -z ${1:-} ]] || export MPICC=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
    echo "try_measuring_build: $1" >&2
    exit 1
}
./quadrille build --measuring --into "$scratch/built" 2>"$scratch/log" ||
    fail "$(<"$scratch/log")"
[[ ! -e $scratch/built/platform.so ]] || fail 'it has programs that simulate'

# The loader takes only the C library and the MPI from elsewhere.
libraries() { ldd "$1" | awk '$2 == "=>" { print $3 }'; }
mpi=$(libraries "$scratch/built/bench" | grep -E '/libmpi[^/]*$' | head -n 1)
for program in bench calibrate netmap quadrille; do
    ldd "$scratch/built/$program" | grep -q 'not found' &&
        fail "$program misses libraries: $(ldd "$scratch/built/$program")"
    libraries "$scratch/built/$program" | sort -u |
        grep -v "^$scratch/built/lib/" |
        grep -vE '/lib(c|m|dl|rt|pthread)[.]so' |
        grep -vxF -e "$mpi" -f <(libraries "$mpi") >"$scratch/left" || true
    [[ ! -s $scratch/left ]] || fail "$program needs $(<"$scratch/left")"
done

mkdir "$scratch/results"
cat >"$scratch/results/experiment.yaml" <<'YAML'
name: measuring
workload: synthetic
algorithms: [lex, gs, drs_n, scattered, mpi_alltoallv]
procs: [2, 4]
bytes: [8, 100000]
densities: [1]
warmup: 1
repetitions: 5
launches: 1
seeds: {first: 1, count: 1}
order_seed: 1
cells_per_launch: 10
launch_cap_s: 60
YAML
cat >"$scratch/results/machine.yaml" <<YAML
kind: local
title: "a trial"
max_procs: 4
launcher: ${2:-mpirun}
YAML
QUADRILLE_BUILT=$scratch/built ./quadrille sweep run "$scratch/results" \
    >"$scratch/log" 2>&1 || fail "$(<"$scratch/log")"
grep -q '20 cells valid' "$scratch/log" ||
    fail "not all cells are valid: $(<"$scratch/log")"
