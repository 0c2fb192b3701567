/* kernels/alltoallv/node_carriers.h -- the ranks of a node that carry what
 * leaves it for another node, or enters it from there.
 *
 * The bytes are a line, and each carrier has an interval of it. Every adapter
 * of the node carries as much as the others, and each of its ranks an equal
 * part of that. Where there are fewer bytes than take as long as a message does
 * without any, fewer ranks carry them: that many bytes each, or one rank all.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_NODE_CARRIERS_H
#define QUADRILLE_KERNELS_ALLTOALLV_NODE_CARRIERS_H

#include "kernels/core/network.h"
#include "kernels/core/node_map.h"

/* The carriers of one node and line. Made by qdr_node_carriers_init. */
typedef struct qdr_node_carriers {
    const qdr_node_map *nodes;
    const qdr_network *network; /* between nodes, with its adapters */
    int count;
    int *ranks;     /* [count] */
    int64_t *begin; /* [count + 1] bytes: carrier c has begin[c] ..
                       begin[c + 1] - 1 */
} qdr_node_carriers;

/* qdr_node_carriers_init makes room for any node; it keeps both pointers.
 * Release with qdr_node_carriers_cleanup. */
qdr_status qdr_node_carriers_init(qdr_node_carriers *carriers,
                                  const qdr_node_map *nodes,
                                  const qdr_network *network, qdr_error *error);
void qdr_node_carriers_cleanup(qdr_node_carriers *carriers);

/* qdr_node_carriers_count returns how many ranks of a node carry a line. */
int qdr_node_carriers_count(const qdr_node_map *nodes,
                            const qdr_network *network, int node,
                            int64_t bytes);

/* qdr_node_carriers_set sets the carriers of a line; `turn`, from 0, says which
 * of the node's ranks is the first. */
void qdr_node_carriers_set(qdr_node_carriers *carriers, int node, int64_t bytes,
                           int turn);

/* qdr_node_carriers_find returns the carrier that has byte `at` of the line, at
 * least 0; of its end, the last one. */
int qdr_node_carriers_find(const qdr_node_carriers *carriers, int64_t at);

#endif
