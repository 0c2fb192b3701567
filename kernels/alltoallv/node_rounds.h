/* kernels/alltoallv/node_rounds.h -- in which order nodes send to one another.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_NODE_ROUNDS_H
#define QUADRILLE_KERNELS_ALLTOALLV_NODE_ROUNDS_H

#include "kernels/alltoallv/node_pairs.h"
#include "kernels/core/problem/problem.h"

/* qdr_node_rounds_set writes the round, from 0, of each pair, -1 for one that
 * stays in its node, and their number: by largest_load_first among the nodes,
 * where a pair is a message as long as its part for one adapter, at the end
 * with fewer adapters. */
qdr_status qdr_node_rounds_set(const qdr_node_pairs *pairs,
                               const qdr_problem *problem, int64_t *round_of,
                               int64_t *out_num_rounds, qdr_error *error);

#endif
