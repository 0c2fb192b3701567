/* kernels/allgather/allgather_by_node.c -- every rank's part to all, first
 * within each node.
 *
 * Source:  ours.
 * Idea:    the ranks of a node send their parts to each other, the leaders
 *          those of their nodes, and each leader sends its node the parts of
 *          the other nodes (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` in the slowest node, among the leaders, and in the
 *          slowest node again.
 * Needs:   any p; nodes of any sizes. Flags: none. Scratch: a vector, where a
 *          rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4: all pairs of a node | 0-3 3-0 |
 *          0-1 3-4 | 0-2.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_allgather_by_node = {
    .name = "allgather_by_node",
    .label = "Collect (by node)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
