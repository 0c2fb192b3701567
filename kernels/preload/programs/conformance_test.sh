#!/usr/bin/env bash
# kernels/preload/programs/conformance_test.sh CONFORMANCE FORTRAN ...
# LIBRARY.so -- the checks of each program hold on the library at every number
# of ranks. Those in Fortran know the results, and hold without it, too.
programs=("${@/#/$PWD/}") library=$PWD/${*: -1}
unset 'programs[-1]'
source harness/testing/expect.sh
# shellcheck source=kernels/preload/programs/run_ranks.sh
source "$source_root/kernels/preload/programs/run_ranks.sh"
# shellcheck source=harness/testing/network_file.sh
source "$source_root/harness/testing/network_file.sh"
write_network net.work 0.5 0.1

# try PROCS LIBRARY PROGRAM [ARGUMENT ...]
try() {
    run_ranks "$@" || return
    grep -qE '^[1-9][0-9]* checks, 0 failed$' out ||
        complain "${*:3} at $1: $(<out)"
}

for procs in 1 2 3 5 8 10; do
    # With a file long calls with a root are not passed on to the library.
    unset QUADRILLE_NETWORK
    ((procs % 2 == 0)) || export QUADRILLE_NETWORK=$PWD/net.work
    for program in "${programs[@]}"; do
        try $procs "$library" "$program"
        [[ $program == *conformance ]] || try $procs '' "$program"
    done
    ((procs == 1 || procs > 5)) ||
        try $procs "$library" "${programs[0]}" --threads
done
finish
