#!/usr/bin/env bash
# job.sh DIGEST -- one array task of a sweep, which works in the folder with
# program and configuration; the task's number selects launches. Nothing runs
# unless it is what was submitted: program/digests.DIGEST has that SHA-256, and
# lists those of the files.
#SBATCH --open-mode=append --requeue
set -eo pipefail
umask go-w
if ! echo "$1  program/digests.$1" | sha256sum --check --quiet --strict ||
    ! sha256sum --check --quiet --strict "program/digests.$1"; then
    echo 'job.sh: files changed since they were submitted; nothing runs' >&2
    exit 1
fi
export QUADRILLE_BUILT_DIR=$PWD/program
# A first heartbeat before `setup`, which may take long: a number larger than
# any before, from which the task counts on. It is a new file: no link is
# followed. Two jobs may have the task.
beat=$(printf 'task-%05d.beat' "$SLURM_ARRAY_TASK_ID")
rm -f "$beat.$SLURM_JOB_ID"
set -o noclobber
date +%s%N >"$beat.$SLURM_JOB_ID"
set +o noclobber
mv -T "$beat.$SLURM_JOB_ID" "$beat"
# The machine's `setup`: environment, and modules, whose scripts often use unset
# variables.
# shellcheck source=/dev/null
source program/setup.sh
exec program/quadrille sweep task . "$SLURM_ARRAY_TASK_ID"
