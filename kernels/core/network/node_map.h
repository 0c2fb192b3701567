/* kernels/core/network/node_map.h -- which ranks are on which node.
 *
 * Nodes may hold different numbers of ranks: 30 ranks on two nodes may be 16
 * and 14. The ranks of a node need not be neighbours. Every rank is on one
 * node.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NODE_MAP_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NODE_MAP_H

#include <stdint.h>

#include "kernels/core/base/status.h"

/* The nodes in the order of their lowest ranks. Made by qdr_node_map_init or
 * qdr_node_map_read; zeroed: there is no map. */
typedef struct qdr_node_map {
    int num_procs, num_nodes;
    int *node_of;    /* [num_procs]: the node of a rank, 0 .. num_nodes - 1 */
    int *number;     /* [num_nodes]: of a node, as its maker numbers it */
    int *rank_begin; /* [num_nodes + 1]: node i has the ranks ranks[j],
                        rank_begin[i] <= j < rank_begin[i + 1], ascending; the
                        first is its leader */
    int *ranks;      /* [num_procs] */
    int min_ranks, max_ranks; /* of a node */
} qdr_node_map;

/* qdr_node_map_init makes the map where rank r, r < num_procs, is on the node
 * with the number numbers[r]; they are copied. Refuses a number below 0.
 * Release with qdr_node_map_cleanup. */
qdr_status qdr_node_map_init(qdr_node_map *map, int num_procs,
                             const int *numbers, qdr_error *error);

/* qdr_node_map_read makes it from a text: how many ranks each node has, one
 * after another, "16,14"; or which ones, "0-15:16-29" or "0,2,4:1,3,5". Refuses
 * a text that names a rank twice or not at all. The nodes have the numbers 0,
 * 1, ... as they come. Release with qdr_node_map_cleanup. */
qdr_status qdr_node_map_read(qdr_node_map *map, int num_procs, const char *text,
                             qdr_error *error);

/* qdr_node_map_cleanup releases it; a zeroed one is legal. */
void qdr_node_map_cleanup(qdr_node_map *map);

/* qdr_node_map_digest returns a hash of the nodes of all ranks, 0 without a
 * map. */
int64_t qdr_node_map_digest(const qdr_node_map *map);

/* qdr_node_map_size returns how many ranks a node has. */
int qdr_node_map_size(const qdr_node_map *map, int node);

#endif
