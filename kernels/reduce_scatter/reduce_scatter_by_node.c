/* kernels/reduce_scatter/reduce_scatter_by_node.c -- of the
 * combination of all vectors, each part to its rank, first within each node.
 *
 * Source:  ours.
 * Idea:    each node combines to its leader; the leaders combine, and get the
 *          parts of their nodes; each leader sends its node theirs
 *          (kernels/building_blocks/by_node.c).
 * Cost:    that of `auto` in the slowest node, among the leaders, and in the
 *          slowest node again.
 * Needs:   any p; nodes of any sizes; a commutative operator. Flags:
 *          COMMUTATIVE. Scratch: a vector, where a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4: 2-0 4-3 | 1-0 | 0-3 3-0 |
 *          0-1 3-4 | 0-2.
 */
#include "kernels/building_blocks/by_node.h"

const qdr_kernel qdr_reduce_scatter_by_node = {
    .name = "reduce_scatter_by_node",
    .label = "Distributed combine (by node)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_COMMUTATIVE,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = qdr_by_node_build,
    .problem_cost = qdr_by_node_cost,
    .predict = qdr_by_node_predict,
    .is_for_levels = true,
};
