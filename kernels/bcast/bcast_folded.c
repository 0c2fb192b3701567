/* kernels/bcast/bcast_folded.c -- the root's vector to all, for any
 * number of ranks.
 *
 * Source:  ours; it removes the weakness in [barnett1994, Sec. 6].
 * Idea:    where p has few factors, r ranks are folded onto their neighbours,
 *          and a hybrid runs among the p - r others
 *          (kernels/building_blocks/folded.c).
 * Cost:    that of the hybrid among p - r ranks, and alpha + n beta if r > 0.
 *          p ranks, n bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 31, 20000 bytes: 3x5x2 among 30 ranks, then 0 -> 1.
 */
#include "kernels/building_blocks/folded.h"

const qdr_kernel qdr_bcast_folded = {
    .name = "bcast_folded",
    .alias = "broadcast_folded",
    .label = "Broadcast (folded)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_folded_parameters,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .build = qdr_folded_build,
    .problem_cost = qdr_folded_cost,
    .predict = qdr_folded_time_us,
    .check = qdr_folded_check,
};
