#!/usr/bin/env bash
# kernels/preload/programs/refused_alone_test.sh PROGRAM LIBRARY.so -- a first
# call that MPI refuses on one rank ends as without the library, on both ranks.
program=$PWD/$1 library=$PWD/$2
source harness/testing/expect.sh
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"
export QDR_TIMEOUT_S=60

for call in reduce gather bcast scatter; do
    run_ranks 2 '' "$program" $call || continue
    cp out alone
    grep -qE '^[1-9][0-9]* 0$|^0 [1-9][0-9]*$' alone ||
        complain "$call: MPI alone: $(<alone)"
    run_ranks 2 "$library" "$program" $call || continue
    cmp -s alone out || complain "$call: $(<out), alone $(<alone)"
done
finish
