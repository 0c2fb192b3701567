/* kernels/alltoallv/distributed_random/alltoallv_distributed_random_one_sided.c
 * -- drs_n_one_sided, distributed random scheduling by one-sided locks.
 *
 * Source:  [wang1993, Sec. 4], with one-sided MPI in place of active messages.
 * Idea:    as drs_n, but a destination's lock is taken and given back by
 *          MPI_Compare_and_swap, without the destination's help.
 * Cost:    unknown in advance, as for drs_n.
 * Needs:   a real machine (any p, zero counts allowed).
 *          Flags: REAL_MPI, SEEDED.
 *          Scratch: as drs_n, and a window of a word.
 * Example: p = 3, 1 -> 0 and 2 -> 0: the word of 0 becomes 2, then 0, then 3,
 *          then 0: it was rank 1's first, and then rank 2's.
 */
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/kernel.h"

static const qdr_parameter parameters[] = {
    [QDR_DRS_DELAY_US] = QDR_DRS_DELAY_PARAMETER, {0}};

const qdr_kernel qdr_alltoallv_distributed_random_one_sided = {
    .name = "drs_n_one_sided",
    .label = "Distributed random, one-sided",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DYNAMIC,
    .paper = "wang1993",
    .section = "4",
    .parameters = parameters,
    .flags = QDR_REAL_MPI | QDR_SEEDED,
};
