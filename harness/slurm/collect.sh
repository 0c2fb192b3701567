#!/usr/bin/env bash
# collect.sh -- the job after the arrays: writes the sweep's state to
# `collected`.
#SBATCH --open-mode=append
set -euo pipefail
export QUADRILLE_BUILT_DIR=$PWD/program
status=0
rm -f collected.new
set -o noclobber # follows no link that somebody puts in its place
program/quadrille sweep collect . >collected.new || status=$?
mv -T collected.new collected
if [[ -e program/draw_sweep.R ]]; then
    Rscript --vanilla program/draw_sweep.R program/analysis . . || status=1
fi
exit $status
