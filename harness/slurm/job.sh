#!/usr/bin/env bash
# job.sh -- one array task of a sweep. No parameters: the folder it is submitted
# in holds program and configuration, and the task's number says which launches.
#SBATCH --open-mode=append --requeue
set -eo pipefail
export QUADRILLE_BUILT_DIR=$PWD/program
# A sign of life before `setup`, which may take a while: a number larger than
# any before it, that the task then counts on from.
date +%s%N >"$(printf 'task-%05d.beat' "$SLURM_ARRAY_TASK_ID")"
# What the machine's `setup` asks for: modules, whose scripts often use unset
# variables, and environment.
# shellcheck source=/dev/null
source program/setup.sh
exec program/quadrille sweep task . "$SLURM_ARRAY_TASK_ID"
