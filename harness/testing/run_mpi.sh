#!/usr/bin/env bash
# harness/testing/run_mpi.sh PROGRAM PROCS ...: runs PROGRAM under mpirun, or
# another MPI's MPIEXEC, with each of the process counts; made into tests by
# mpi_test in defs.bzl. MAX_PROCS leaves larger counts out: an MPI whose ranks
# do not yield crawls where they share cores.
set -euo pipefail
program=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# In the sanitizer builds: Open MPI unloads modules that leak, whose names the
# leak checker then cannot know.
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
