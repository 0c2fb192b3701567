/* kernels/allreduce/allreduce_long.c -- the combination of all vectors to
 * all, for long vectors.
 *
 * Source:  [barnett1994, Sec. 5.2].
 * Idea:    a distributed combine and a collect, both round a ring. On a
 *          physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitives D and C of
 *          primitive.h).
 * Cost:    T = 2 (p - 1) alpha + (p - 1)/p n (2 beta + gamma). p ranks, n total
 *          bytes; alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   any p; a commutative operator. Flags: ONE_PORT, COMMUTATIVE.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 3: 1-0 2-1 0-2, twice | 0-1 1-2 2-0, twice.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_allreduce_long = {
    .name = "allreduce_long",
    .alias = "combine_to_all_long",
    .label = "Combine-to-all (long)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "5.2",
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_long_build,
    .problem_cost = qdr_long_cost,
    .predict = qdr_long_predict,
};
