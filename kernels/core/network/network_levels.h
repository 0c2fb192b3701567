/* kernels/core/network/network_levels.h -- networks with levels: several ranks
 * share a node, and an adapter that joins it to others. */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_LEVELS_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_LEVELS_H

#include <stdbool.h>

#include "kernels/core/network/network.h"
#include "kernels/core/network/node_map.h"

/* qdr_network_has_levels returns whether the ranks of a node have costs of
 * their own. */
bool qdr_network_has_levels(const qdr_network *network);

/* qdr_network_inside and qdr_network_between return the networks of one level
 * that join the ranks of a node, and one rank of each node. A rank is busy for
 * as long with a message of either. Without levels it is `network`. */
qdr_network qdr_network_inside(const qdr_network *network);
qdr_network qdr_network_between(const qdr_network *network);

/* qdr_network_is_inside returns whether the groups of `size` ranks, each
 * `stride` after the one before, of a logical mesh lie within nodes. */
bool qdr_network_is_inside(const qdr_network *network, int64_t stride,
                           int64_t size);

/* qdr_network_adapters returns how many adapters a node of `ranks` ranks has.
 */
int qdr_network_adapters(const qdr_network *network, int ranks);

/* qdr_network_on_adapter returns how many messages share an adapter if `ranks`
 * neighbours send to other nodes at the same time; 1 without levels. If the
 * places of ranks are not known, neighbours may be anywhere. */
int qdr_network_on_adapter(const qdr_network *network, int64_t ranks);

/* qdr_network_set_node_ranks places `count` ranks a node, or fewer if there are
 * only `num_procs`. Nodes of one rank leave no levels; without levels it does
 * nothing. */
void qdr_network_set_node_ranks(qdr_network *network, int count, int num_procs);

/* qdr_network_set_nodes places the ranks as the map says: 0 ranks a node if
 * they do not fill one node after another. One node leaves the costs inside it,
 * and no levels. */
void qdr_network_set_nodes(qdr_network *network, const qdr_node_map *nodes);

/* qdr_network_place makes the map of `num_procs` ranks that fill one node after
 * another, node_ranks each; if that is 0, each rank is a node. Release with
 * qdr_node_map_cleanup. */
qdr_status qdr_network_place(const qdr_network *network, int num_procs,
                             qdr_node_map *map, qdr_error *error);

#endif
