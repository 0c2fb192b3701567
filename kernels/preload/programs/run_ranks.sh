# kernels/preload/programs/run_ranks.sh -- runs a program on some ranks, alone
# or on a library; source it after expect.sh.
# shellcheck shell=bash
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1
# Open MPI's modules leak. A preloaded library comes before the sanitizer's.
export ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0

# run_ranks PROCS LIBRARY PROGRAM [ARGUMENT ...]: its output is in `out`. The
# library is loaded into the ranks only, or not at all if its name is empty.
run_ranks() {
    local procs=$1 library=$2 start status=0
    shift 2
    ((procs <= ${MAX_PROCS:-$procs})) || return 1
    read -ra start <<<"${MPIEXEC:-mpirun --oversubscribe}"
    timeout "${QDR_TIMEOUT_S:-300}" "${start[@]}" -np "$procs" \
        env ${library:+"LD_PRELOAD=$library"} "$@" >out 2>err </dev/null ||
        status=$?
    ((status == 0)) && return
    complain "${1##*/} ${*:2} at $procs ranks${library:+ on ${library##*/}}:" \
        "status $status: $(head -n 30 err) $(tail -n 5 out)"
    return 1
}
