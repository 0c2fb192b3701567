#!/usr/bin/env bash
# collect.sh DIGEST -- the job after the arrays: writes the sweep's state to
# `collected`. DIGEST as of job.sh.
#SBATCH --open-mode=append
set -euo pipefail
umask go-w
if ! echo "$1  program/digests.$1" | sha256sum --check --quiet --strict ||
    ! sha256sum --check --quiet --strict "program/digests.$1"; then
    echo 'collect.sh: files changed since they were submitted; nothing runs' >&2
    exit 1
fi
export QUADRILLE_BUILT_DIR=$PWD/program
status=0
new=$(mktemp collected.tmp-XXXXXX) # no link that somebody has put there
chmod a+r "$new"
program/quadrille sweep collect . >"$new" || status=$?
mv -T "$new" collected
if [[ -e program/draw_sweep.R ]]; then
    Rscript --vanilla program/draw_sweep.R program/analysis . . || status=1
fi
exit $status
