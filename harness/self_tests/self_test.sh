#!/usr/bin/env bash
# `bench self` with one launch each: it ends, its overhead is below its limit,
# and it reports a missing NetPIPE.
source harness/testing/expect.sh
export QUADRILLE_SELF_LAUNCHES=1
expect 0 "$quadrille" bench self --format csv
says out '"qdr_plan_execute of an empty plan",'
says out '"qdr_plan_execute of MPI_Alltoall at 2 (itself)",8,'
says out '"own instructions of allreduce at 2 (MPI stubbed)",8,'
says out '"own time of exchange_blocks at 2 (MPI stubbed)",8,'
says out '"qdr_plan_update, largest_load_first at 8 (planning)",,'
says out '"unknown at 4: geometric mean (MPI)",'
says out '"memory of a communicator, our part (MPI)",'
says out '"choice by bcast_auto at 16384 (again)",65536,'
says out '"MPI_Scatterv passed on by the preload library",'
says out '"MPI_Allreduce by the preload library (MPI'"'"'s own), low",4096,'
says out '"communicator made, called 17 times, freed (MPI)",'
says out '"bookkeeping of a cell (4 processes)",64,'
says out '"planning of 100000 cells",'
if command -v NPopenmpi >/dev/null; then
    [[ $(grep -c 'NetPIPE.*within 10%,' out) == 9 ]] ||
        complain "9 comparisons with NetPIPE expected: $(<out)"
    # Agreement depends on the machine; the test requires times only.
    awk -F, '/NetPIPE/ && ($(NF - 4) < $(NF - 3) / 20 ||
        $(NF - 4) > 20 * $(NF - 3)) { print; bad = 1 }
        END { exit bad }' out >far || complain "no times: $(<far)"
else
    says err 'skipped: NetPIPE is not installed'
fi
finish
