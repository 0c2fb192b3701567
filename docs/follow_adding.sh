# docs/follow_adding.sh -- follow_adding: runs the commands of
# docs/adding-an-algorithm.md and docs/adding-a-workload.md that add files and
# lines, in the current folder, a copy of the tree. Tests source it.
# shellcheck shell=bash
follow_adding() {
    # The indented commands, with their continuation lines.
    cat docs/adding-an-algorithm.md docs/adding-a-workload.md |
        sed -z 's/\\\n */ /g' |
        sed -nE 's/^    ((cp|mkdir|echo|sed) )/\1/p' >commands
    bash -eu commands
    [[ $(tail -n 1 kernels/kernels.def) == \
        'QDR_ENGINE_KERNEL(alltoallv_in_turn)' ]] &&
        [[ $(tail -n 1 workloads/workloads.def) == 'QDR_WORKLOAD(ring)' ]] &&
        clang-format --dry-run --Werror kernels/alltoallv/in_turn/* \
            kernels/alltoallv/alltoallv_shift.c workloads/synthetic/ring.c
}
