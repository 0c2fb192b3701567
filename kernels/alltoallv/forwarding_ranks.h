/* kernels/alltoallv/forwarding_ranks.h -- the ranks of a node that carry what
 * leaves it for another node, or enters it from there.
 *
 * The bytes are a line, and each forwarder has an interval of it. Every adapter
 * of the node carries as much as the others, and each of its ranks an equal
 * part of that. Where there are fewer bytes than take as long as a message does
 * without any, fewer ranks carry them: that many bytes each, or one rank all.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_FORWARDING_RANKS_H
#define QUADRILLE_KERNELS_ALLTOALLV_FORWARDING_RANKS_H

#include "kernels/core/network/network.h"
#include "kernels/core/network/node_map.h"

/* The forwarders of one node and line. Made by qdr_forwarding_ranks_init. */
typedef struct qdr_forwarding_ranks {
    const qdr_node_map *nodes;
    const qdr_network *network; /* between nodes, with its adapters */
    int count;
    int *ranks;     /* [count] */
    int64_t *begin; /* [count + 1] bytes: forwarder c has begin[c] ..
                       begin[c + 1] - 1 */
} qdr_forwarding_ranks;

/* qdr_forwarding_ranks_init makes room for any node; it keeps both pointers.
 * Release with qdr_forwarding_ranks_cleanup. */
qdr_status qdr_forwarding_ranks_init(qdr_forwarding_ranks *forwarding_ranks,
                                     const qdr_node_map *nodes,
                                     const qdr_network *network,
                                     qdr_error *error);
void qdr_forwarding_ranks_cleanup(qdr_forwarding_ranks *forwarding_ranks);

/* qdr_forwarding_ranks_count returns how many ranks of a node carry a line. */
int qdr_forwarding_ranks_count(const qdr_node_map *nodes,
                               const qdr_network *network, int node,
                               int64_t bytes);

/* qdr_forwarding_ranks_set sets the forwarders of a line; `turn`, from 0, says
 * which of the node's ranks is the first. */
void qdr_forwarding_ranks_set(qdr_forwarding_ranks *forwarding_ranks, int node,
                              int64_t bytes, int turn);

/* qdr_forwarding_ranks_find returns the forwarder that has byte `at` of the
 * line, at least 0; of its end, the last one. */
int qdr_forwarding_ranks_find(const qdr_forwarding_ranks *forwarding_ranks,
                              int64_t at);

#endif
