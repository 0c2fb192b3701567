/* kernels/allgather/allgather_short.c -- every rank's part to all, for short
 * vectors.
 *
 * Source:  [barnett1994, Sec. 5.1].
 * Idea:    a gather to rank 0 on a minimum spanning tree, and a broadcast from
 *          it. On a physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitives G and M of
 *          primitive.h).
 * Cost:    T = 2 ceil(lg p) alpha + ((p - 1)/p + ceil(lg p)) n beta. p ranks, n
 *          total bytes; alpha s/message, beta s/byte.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 4: 1-0 3-2 | 2-0 | 0-2 | 0-1 2-3.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_allgather_short = {
    .name = "allgather_short",
    .alias = "collect_short",
    .label = "Collect (short)",
    .collective = QDR_ALLGATHER,
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
