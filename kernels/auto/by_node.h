/* kernels/auto/by_node.h -- a collective in stages within nodes, and among one
 * rank of each node, its leader.
 *
 *   bcast, scatter: among the leaders, then in each node
 *
 *   reduce, gather: in each node, then among the leaders
 *
 *   allgather: in each node, among the leaders, then a bcast of the other
 *   nodes' parts in each node
 *
 *   allreduce: a reduce in each node, an allreduce among the leaders, then a
 *   bcast in each node
 *
 *   reduce_scatter: a reduce in each node, a reduce_scatter among the leaders,
 *   then a scatter in each node
 *
 * Each stage is that collective's `auto` on the network of one level that joins
 * its ranks. A single node has only that stage. Nodes may hold different
 * numbers of ranks, in any places. The root is its node's leader, of other
 * nodes it is the lowest rank. Without a map of nodes the network's node_ranks
 * say where ranks are; without these, too, each rank is a node. Groups of the
 * ranks of one node (memory_groups.h) are taken for nodes.
 */
#ifndef QUADRILLE_KERNELS_AUTO_BY_NODE_H
#define QUADRILLE_KERNELS_AUTO_BY_NODE_H

#include "kernels/kernel.h"

/* qdr_by_node_build, qdr_by_node_cost and qdr_by_node_predict are the build,
 * problem_cost and predict of such algorithms. The prediction is that of the
 * slowest node in each stage: of nodes with as many ranks, the one with most
 * to send or receive. The cost formula adds those of nodes of different sizes,
 * which may be in different rounds: a bound. */
qdr_status qdr_by_node_build(const qdr_problem *problem, qdr_schedule *schedule,
                             qdr_error *error);
qdr_status qdr_by_node_cost(const qdr_problem *problem, qdr_cost *out_cost,
                            qdr_error *error);
qdr_status qdr_by_node_predict(const qdr_problem *problem, double *out_us,
                               qdr_error *error);

/* qdr_by_node_shares sets *out to whether the ranks of some node exchange
 * through memory that they share, by the choice of a stage's `auto`. */
qdr_status qdr_by_node_shares(const qdr_problem *problem, bool *out,
                              qdr_error *error);

#endif
