#!/usr/bin/env bash
# 10^5 exchanges of distributed scheduling at 8 processes: no hang, no lost
# byte. Takes minutes.
set -euo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1 QDR_EXCHANGES=100000
exec timeout 1500 mpirun --oversubscribe -np 8 "$1"
