#!/usr/bin/env bash
# harness/testing/run_mpi.sh PROGRAM PROCS ...: runs PROGRAM under mpirun with
# each of the process counts; made into tests by mpi_test in defs.bzl.
set -euo pipefail
program=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# In the sanitizer builds: Open MPI unloads modules that leak, whose names the
# leak checker then cannot know.
export ASAN_OPTIONS=detect_leaks=0
export OMPI_MCA_mpi_yield_when_idle=1
for procs in "$@"; do
    timeout "${QDR_TIMEOUT_S:-120}" \
        mpirun --oversubscribe -np "$procs" "$program" ||
        { echo "$program at $procs processes: status $?" >&2 && exit 1; }
done
