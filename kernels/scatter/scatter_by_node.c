/* kernels/scatter/scatter_by_node.c -- of the root's vector, each part to
 * its rank, first to one rank of each node.
 *
 * Source:  ours.
 * Idea:    the root sends the leaders of the other nodes the parts of their
 *          nodes, and each leader sends its node theirs
 *          (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` among the leaders, and in the slowest node.
 * Needs:   one root (any rank, any p); nodes of any sizes. Flags: ONE_PORT.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4, root 0: 0-3 | 0-1 3-4 | 0-2.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_scatter_by_node = {
    .name = "scatter_by_node",
    .label = "Scatter (by node)",
    .collective = QDR_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
