/* kernels/bcast/bcast_by_node.c -- the root's vector to all, first to one rank
 * of each node.
 *
 * Source:  ours.
 * Idea:    the root sends to the leaders of the other nodes, and each leader to
 *          its node (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` among the leaders, and in the slowest node.
 * Needs:   one root (any rank, any p); nodes of any sizes. Flags: ONE_PORT.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4, root 0: 0-3 | 0-1 3-4 | 0-2.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_bcast_by_node = {
    .name = "bcast_by_node",
    .label = "Broadcast (by node)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
