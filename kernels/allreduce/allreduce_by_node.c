/* kernels/allreduce/allreduce_by_node.c -- the combination of all vectors to
 * all, first within each node.
 *
 * Source:  ours.
 * Idea:    each node combines to its leader; the leaders combine to all
 *          leaders; each leader sends to its node
 *          (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` in the slowest node, among the leaders, and in the
 *          slowest node again.
 * Needs:   any p; nodes of any sizes; a commutative operator. Flags:
 *          COMMUTATIVE. Scratch: a vector, where a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4: 2-0 4-3 | 1-0 | 0-3 3-0 |
 *          0-1 3-4 | 0-2.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_allreduce_by_node = {
    .name = "allreduce_by_node",
    .label = "Combine-to-all (by node)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_COMMUTATIVE,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
