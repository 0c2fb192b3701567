/* kernels/reduce/reduce_long.c -- the combination of all vectors to
 * the root, for long vectors.
 *
 * Source:  [barnett1994, Sec. 5.2].
 * Idea:    a distributed combine round a ring, and a gather. On a physical
 *          mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitives D and G of
 *          primitive.h).
 * Cost:    T = (p - 1 + ceil(lg p)) alpha + (p - 1)/p n (2 beta + gamma). p
 *          ranks, n total bytes; alpha s/message, beta s/byte, gamma s/byte
 *          combined. (The paper prints 2 (p - 1) alpha, which is not the sum of
 *          its own two primitives.)
 * Needs:   one root (any rank, any p); a commutative operator. Flags: ONE_PORT,
 *          COMMUTATIVE. Scratch: a vector, where a rank has none to work in.
 * Example: p = 3, root 0: 1-0 2-1 0-2, twice | 1-0 | 2-0.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_reduce_long = {
    .name = "reduce_long",
    .alias = "combine_to_one_long",
    .label = "Combine-to-one (long)",
    .collective = QDR_REDUCE,
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
