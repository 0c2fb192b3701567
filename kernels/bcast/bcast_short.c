/* kernels/bcast/bcast_short.c -- the root's vector to all, for short
 * vectors.
 *
 * Source:  [barnett1994, Sec. 4.1].
 * Idea:    a minimum spanning tree: the line of ranks is halved, the root sends
 *          the vector to the nearest rank of the other half, and both go on in
 *          their halves. On a physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitive M of
 *          primitive.h).
 * Cost:    T = ceil(lg p) (alpha + n beta). p ranks, n total bytes; alpha
 *          s/message, beta s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 6, root 0: 0-3 | 0-2 3-5 | 0-1 3-4.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_bcast_short = {
    .name = "bcast_short",
    .alias = "broadcast_short",
    .label = "Broadcast (short)",
    .collective = QDR_BCAST,
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
