#!/usr/bin/env bash
# job.sh -- one array task of a sweep. It has no parameters: it works in the
# folder with program and configuration, and the task's number selects launches.
#SBATCH --open-mode=append --requeue
set -eo pipefail
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
