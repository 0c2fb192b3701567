/* kernels/gather/gather_mst.c -- every rank's part to the root, for every
 * length.
 *
 * Source:  [barnett1994, Sec. 4.1].
 * Idea:    the scatter in reverse. On a physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitive G of
 *          primitive.h).
 * Cost:    T = ceil(lg p) alpha + (p - 1)/p n beta. p ranks, n total bytes;
 *          alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 4, root 0, by parts: 1-0: 1, 3-2: 3 | 2-0: 2 3.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_gather_mst = {
    .name = "gather_mst",
    .alias = "gather",
    .label = "Gather",
    .collective = QDR_GATHER,
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
