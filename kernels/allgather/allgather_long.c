/* kernels/allgather/allgather_long.c -- every rank's part to all, for long
 * vectors.
 *
 * Source:  [barnett1994, Sec. 4.2].
 * Idea:    buckets round a ring: every rank passes its right neighbour what
 *          came last from the left one, beginning with its own part. On a
 *          physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitive C of
 *          primitive.h).
 * Cost:    T = (p - 1) alpha + (p - 1)/p n beta. p ranks, n total bytes; alpha
 *          s/message, beta s/byte.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 3: 0-1 1-2 2-0 | 0-1 1-2 2-0.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_allgather_long = {
    .name = "allgather_long",
    .alias = "collect_long",
    .label = "Collect (long)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "4.2",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_long_build,
    .problem_cost = qdr_long_cost,
    .predict = qdr_long_predict,
};
