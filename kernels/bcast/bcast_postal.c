/* kernels/bcast/bcast_postal.c -- the broadcast of a short vector, where
 * senders are free again before their messages arrive.
 *
 * Source:  [barnoy1992].
 * Idea:    in every unit of time each rank that has the vector sends it to one
 *          more rank, which has it lambda units later
 *          (kernels/trees/postal_tree.c).
 * Cost:    T = u (alpha + beta n), u the units in which the root sends, if a
 *          sender is busy for all of alpha; see postal_tree.h for the time
 *          where it is not. p ranks, n bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p, zero bytes allowed). Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 7, lambda = 2, root 0: 0-1 | 0-2 | 0-3 1-4 | 0-5 1-6.
 */
#include "kernels/trees/postal_tree.h"

const qdr_kernel qdr_bcast_postal = {
    .name = "bcast_postal",
    .alias = "broadcast_postal",
    .label = "Broadcast (postal tree)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_lambda_parameters,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = qdr_postal_build,
    .problem_cost = qdr_postal_cost,
    .predict = qdr_postal_time_us,
};
