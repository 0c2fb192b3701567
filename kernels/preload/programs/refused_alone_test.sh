#!/usr/bin/env bash
# kernels/preload/programs/refused_alone_test.sh PROGRAM LIBRARY.so -- a call
# that MPI refuses on one rank ends as without the library, on both ranks: the
# first one, and those by which a communicator's plans begin.
program=$PWD/$1 library=$PWD/$2
source harness/testing/expect.sh
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"
export QDR_TIMEOUT_S=60

for call in reduce gather bcast scatter; do
    for before in 0 3 15 16 17; do
        run_ranks 2 '' "$program" $call $before || continue
        cp out alone
        grep -qE '^[1-9][0-9]* 0$|^0 [1-9][0-9]*$' alone ||
            complain "$call after $before: MPI alone: $(<alone)"
        run_ranks 2 "$library" "$program" $call $before || continue
        cmp -s alone out ||
            complain "$call after $before: $(<out), alone $(<alone)"
    done
done
finish
