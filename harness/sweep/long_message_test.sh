#!/usr/bin/env bash
# Messages above 2 GiB, through real MPI, every byte verified. Needs 12 GB of
# memory; with less it is skipped.
source harness/testing/expect.sh
available_kb=$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)
if ((available_kb < 12000000)); then
    skip_all "$available_kb kB of memory are available, 12000000 needed"
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for mode in synchronous persistent; do
    expect 0 "$quadrille" bench --algorithm ps --procs 2 --density 1 \
        --bytes 2500000000 --mode $mode --warmup 0 --repetitions 1 --cap 300
    says out ,5000000000,1,
done
expect 1 "$quadrille" bench --algorithm mpi_alltoallv --procs 2 --density 1 \
    --bytes 2500000000 --warmup 0 --repetitions 1 --cap 300
says err 'own collectives: up to 2147483647'
finish
