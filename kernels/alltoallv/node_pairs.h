/* kernels/alltoallv/node_pairs.h -- the messages of a pattern by nodes: a pair
 * is what one node sends to another, or to itself. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_NODE_PAIRS_H
#define QUADRILLE_KERNELS_ALLTOALLV_NODE_PAIRS_H

#include "kernels/core/network/node_map.h"
#include "kernels/core/problem/problem.h"

/* Those with messages only; a rank's messages to itself are in none. */
typedef struct qdr_node_pair {
    int from, to;           /* nodes */
    int64_t begin, end;     /* its messages: order[begin .. end - 1] */
    int64_t bytes, longest; /* of all, and of a message */
} qdr_node_pair;

/* Made by qdr_node_pairs_of. */
typedef struct qdr_node_pairs {
    const qdr_node_map *nodes; /* the problem's, or `made` */
    qdr_node_map made;
    qdr_node_pair *pairs; /* by `from`, then `to` */
    int64_t count;
    int64_t *order; /* numbers of messages: by pair, then by number */
} qdr_node_pairs;

/* qdr_node_pairs_of sorts the messages of a problem; without a map of nodes the
 * network's node_ranks place the ranks. O(n log n) time for n messages. Keep it
 * where it is. Release with qdr_node_pairs_cleanup, also if it fails. */
qdr_status qdr_node_pairs_of(qdr_node_pairs *pairs, const qdr_problem *problem,
                             qdr_error *error);
void qdr_node_pairs_cleanup(qdr_node_pairs *pairs);

#endif
