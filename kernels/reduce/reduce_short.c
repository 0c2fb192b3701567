/* kernels/reduce/reduce_short.c -- the combination of all vectors to
 * the root, for short vectors.
 *
 * Source:  [barnett1994, Sec. 4.1].
 * Idea:    the broadcast in reverse: a rank combines what it receives with what
 *          it has, and sends that on. On a physical mesh, through rows and
 *          columns (kernels/building_blocks/hybrid_schedule.c, primitive R of
 *          primitive.h).
 * Cost:    T = ceil(lg p) (alpha + n beta + n gamma). p ranks, n total bytes;
 *          alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 6, root 0: 1-0 4-3 | 2-0 5-3 | 3-0.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_reduce_short = {
    .name = "reduce_short",
    .alias = "combine_to_one_short",
    .label = "Combine-to-one (short)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "4.1",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_short_build,
    .problem_cost = qdr_short_cost,
    .predict = qdr_short_predict,
};
