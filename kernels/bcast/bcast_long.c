/* kernels/bcast/bcast_long.c -- the root's vector to all, for long
 * vectors.
 *
 * Source:  [barnett1994, Sec. 5.2].
 * Idea:    a scatter on a minimum spanning tree, and a collect round a ring. On
 *          a physical mesh, through rows and columns
 *          (kernels/building_blocks/hybrid_schedule.c, primitives S and C of
 *          primitive.h).
 * Cost:    T = (ceil(lg p) + p - 1) alpha + 2 (p - 1)/p n beta. p ranks, n
 *          total bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 4, root 0, by parts: 0-2: 2 3 | 0-1: 1, 2-3: 3 | then every rank
 *          passes a part to its right neighbour, three times; ranks that have
 *          it already are skipped.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_bcast_long = {
    .name = "bcast_long",
    .alias = "broadcast_long",
    .label = "Broadcast (long)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "5.2",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_long_build,
    .problem_cost = qdr_long_cost,
    .predict = qdr_long_predict,
};
