#!/usr/bin/env bash
# harness/testing/run_mpi.sh PROGRAM PROCS ...: runs PROGRAM under mpirun, or
# $MPIEXEC of another MPI, with each number of processes; mpi_test in defs.bzl
# makes tests of it. Numbers above $MAX_PROCS are skipped, for an MPI whose
# ranks do not yield and are very slow where they share cores.
set -euo pipefail
program=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# For the sanitizers: Open MPI unloads modules that leak, and the leak checker
# then cannot name them.
export ASAN_OPTIONS=detect_leaks=0
export OMPI_MCA_mpi_yield_when_idle=1
num_run=0
read -ra start <<<"${MPIEXEC:-mpirun --oversubscribe}"
for procs in "$@"; do
    ((procs <= ${MAX_PROCS:-$procs})) || continue
    timeout "${QDR_TIMEOUT_S:-300}" "${start[@]}" -np "$procs" "$program" ||
        { echo "$program at $procs processes: status $?" >&2 && exit 1; }
    num_run=$((num_run + 1))
done
((num_run > 0)) || echo "skipped all: more than ${MAX_PROCS:-no} processes"
