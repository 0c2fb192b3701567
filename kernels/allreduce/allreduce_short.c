/* kernels/allreduce/allreduce_short.c -- the combination of all vectors to
 * all, for short vectors.
 *
 * Source:  [barnett1994, Sec. 5.1].
 * Idea:    a combine-to-one to rank 0, and a broadcast from it. On a physical
 *          mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitives R and M of
 *          primitive.h).
 * Cost:    T = 2 ceil(lg p) (alpha + n beta) + ceil(lg p) n gamma. p ranks, n
 *          total bytes; alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none
 *          to work in.
 * Example: p = 4: 1-0 3-2 | 2-0 | 0-2 | 0-1 2-3.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_allreduce_short = {
    .name = "allreduce_short",
    .alias = "combine_to_all_short",
    .label = "Combine-to-all (short)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "5.1",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_short_build,
    .problem_cost = qdr_short_cost,
    .predict = qdr_short_predict,
};
