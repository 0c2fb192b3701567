/* kernels/reduce/reduce_by_node.c -- the combination to the root, first within
 * each node.
 *
 * Source:  ours.
 * Idea:    each node combines to its leader, and the leaders to the root
 *          (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` in the slowest node, and among the leaders.
 * Needs:   one root (any rank, any p); nodes of any sizes; a commutative
 *          operator. Flags: ONE_PORT, COMMUTATIVE. Scratch: a vector, where a
 *          rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4, root 0: 2-0 4-3 | 1-0 | 3-0.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_reduce_by_node = {
    .name = "reduce_by_node",
    .label = "Combine-to-one (by node)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
