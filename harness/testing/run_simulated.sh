#!/usr/bin/env bash
# harness/testing/run_simulated.sh PLATFORM PROGRAM HARDWARE SOFTWARE PROCS ...:
# runs the shared object PROGRAM in the simulator, once a process count;
# SOFTWARE `none` charges nothing.
set -euo pipefail
# SimGrid's copies of the program have names that a test in another sandbox may
# have, too.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
program_log=$TMPDIR/log
platform=$1 program=$2
export QDR_HARDWARE=$3 QDR_SOFTWARE=$4
[[ $QDR_SOFTWARE != none ]] || unset QDR_SOFTWARE
shift 4
mapfile -t options < <(grep -v '^#' harness/simulator/simgrid_options.txt)
for procs in "$@"; do
    QDR_NODES=$procs timeout 600 smpirun -np "$procs" -platform "$platform" \
        "${options[@]}" "$program" 2>&1 | tee "$program_log" ||
        { echo "$program at $procs processes: status $?" >&2 && exit 1; }
    # smpirun ends a deadlock with status 0.
    ! grep -q 'Deadlock detected' "$program_log" ||
        { echo "$program at $procs processes: a deadlock" >&2 && exit 1; }
done
