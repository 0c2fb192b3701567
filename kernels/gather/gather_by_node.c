/* kernels/gather/gather_by_node.c -- every rank's part to the root, first
 * within each node.
 *
 * Source:  ours.
 * Idea:    each node sends its parts to its leader, and the leaders send theirs
 *          to the root (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` in the slowest node, and among the leaders.
 * Needs:   one root (any rank, any p); nodes of any sizes. Flags: ONE_PORT.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4, root 0: 2-0 4-3 | 1-0 | 3-0.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_gather_by_node = {
    .name = "gather_by_node",
    .label = "Gather (by node)",
    .collective = QDR_GATHER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
