#!/usr/bin/env bash
# kernels/preload/programs/conformance_test.sh PROGRAM ... [LIBRARY.so] -- each
# program's checks hold at every number of ranks, alone and on the library.
programs=("$@") preload=()
for i in "${!programs[@]}"; do
    programs[i]=$PWD/${programs[i]}
done
[[ ${programs[-1]} != *.so ]] || {
    preload=("${programs[-1]}")
    unset 'programs[-1]'
}
source harness/testing/expect.sh
: "${source_root:?set by expect.sh}"
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"

for library in '' "${preload[@]}"; do
    for program in "${programs[@]}"; do
        for procs in 1 2 3 5 8 10; do
            run_ranks $procs "$library" "$program" || continue
            grep -qE '^[1-9][0-9]* checks, 0 failed$' out ||
                complain "$program at $procs: $(<out)"
        done
    done
done
finish
