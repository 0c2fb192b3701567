/* kernels/reduce_scatter/reduce_scatter_long.c -- of the combination of all
 * vectors, each part to its rank, for long vectors.
 *
 * Source:  [barnett1994, Sec. 4.2].
 * Idea:    the bucket collect in reverse: a bucket takes in a contribution of
 *          every rank on its way round the ring, and ends with the rank whose
 *          part it is. On a physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitive D of
 *          primitive.h).
 * Cost:    T = (p - 1) alpha + (p - 1)/p n (beta + gamma). p ranks, n total
 *          bytes; alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   any p; a commutative operator. Flags: ONE_PORT, COMMUTATIVE.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 3: 1-0 2-1 0-2 | 1-0 2-1 0-2.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_reduce_scatter_long = {
    .name = "reduce_scatter_long",
    .alias = "distributed_combine_long",
    .label = "Distributed combine (long)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "4.2",
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_long_build,
    .problem_cost = qdr_long_cost,
    .predict = qdr_long_predict,
};
