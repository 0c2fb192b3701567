/* kernels/auto/by_node_table.c -- collectives on a vector, in stages
 * within nodes and among their leaders.
 *
 * Source:  ours.
 * Idea:    bcast and scatter: the root sends to the leaders of the other nodes,
 *          and each leader to its node. reduce and gather: the reverse. The
 *          three others begin within nodes, go on among the leaders, and end
 *          with what each leader sends its node (by_node.h).
 * Cost:    the sum over stages of that of `auto`, within nodes in the slowest
 *          node.
 * Needs:   bcast, reduce, scatter, gather: one root (any rank); any p; nodes of
 *          any sizes. Flags: ONE_PORT of bcast_by_node, scatter_by_node,
 *          gather_by_node, reduce_by_node; COMMUTATIVE of reduce_by_node,
 *          allreduce_by_node, reduce_scatter_by_node. Scratch: a vector, where
 *          a rank has none to work in.
 * Example: p = 5, nodes of ranks 0 1 2 and 3 4, root 0:
 *
 *            bcast, scatter             0-3 | 0-1 3-4 | 0-2
 *            reduce, gather             2-0 4-3 | 1-0 | 3-0
 *            allreduce, reduce_scatter  2-0 4-3 | 1-0 | 0-3 3-0 | 0-1 3-4 | 0-2
 *            allgather                  all pairs of a node | 0-3 3-0 |
 *                                       0-1 3-4 | 0-2
 */
#include "kernels/auto/by_node.h"

#define BY_NODE(algorithm, label_, collective_, flags_)                        \
    QDR_COMBINING_KERNEL(                                                      \
        algorithm, label_, collective_, flags_, QDR_BOUND,                     \
        .mode = {.kind = QDR_DATAFLOW}, .build = qdr_by_node_build,            \
        .problem_cost = qdr_by_node_cost, .predict = qdr_by_node_predict,      \
        .is_for_levels = true)

BY_NODE(bcast_by_node, "Broadcast (by node)", QDR_BCAST, QDR_ONE_PORT);
BY_NODE(scatter_by_node, "Scatter (by node)", QDR_SCATTER, QDR_ONE_PORT);
BY_NODE(gather_by_node, "Gather (by node)", QDR_GATHER, QDR_ONE_PORT);
BY_NODE(reduce_by_node, "Combine-to-one (by node)", QDR_REDUCE,
        QDR_ONE_PORT | QDR_COMMUTATIVE);
BY_NODE(allreduce_by_node, "Combine-to-all (by node)", QDR_ALLREDUCE,
        QDR_COMMUTATIVE);
BY_NODE(allgather_by_node, "Collect (by node)", QDR_ALLGATHER, 0);
BY_NODE(reduce_scatter_by_node, "Distributed combine (by node)",
        QDR_REDUCE_SCATTER, QDR_COMMUTATIVE);
