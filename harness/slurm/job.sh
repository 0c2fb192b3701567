#!/usr/bin/env bash
# job.sh -- one array task of a sweep. No parameters: the folder it is submitted
# in holds program and configuration, and the task's number says which launches.
#SBATCH --open-mode=append --requeue
set -euo pipefail
export QUADRILLE_BUILT_DIR=$PWD/program
# What the machine's `setup` asks for: modules, environment.
# shellcheck source=/dev/null
source program/setup.sh
exec program/planner sweep task . "$SLURM_ARRAY_TASK_ID"
