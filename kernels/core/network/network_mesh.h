/* kernels/core/network/network_mesh.h -- the network of today, and the physical
 * mesh of a group of ranks. */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_MESH_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_MESH_H

#include "kernels/core/base/max_procs.h"
#include "kernels/core/network/network.h"

/* Round numbers, assumed, of a network of today: 1.5 us, 0.3 of them at each
 * end, 10 GB/s, switched. `quadrille calibrate` measures those of a machine. */
extern const qdr_network qdr_network_of_today;

/* qdr_network_of_today_on_nodes returns the same with levels, the default of
 * planning: 0.5 us and 10 GB/s within a node of `node_ranks` ranks, which share
 * the 10 GB/s to others. One rank a node: no levels. */
qdr_network qdr_network_of_today_on_nodes(int node_ranks);

/* The node_ranks of a network before the places of ranks are known. */
enum { QDR_NODE_RANKS_UNKNOWN = QDR_MAX_PROCS };

/* The names of the topologies and of duplex, as in files; NULL after the last.
 */
extern const char *const qdr_network_topology_words[];
extern const char *const qdr_duplex_words[];

/* qdr_network_restrict sets the mesh to that of a group whose rank i is at node
 * nodes[i], i < count: rows and columns of a rectangle that it fills row by
 * row, else a line. The network must be a mesh. */
void qdr_network_restrict(qdr_network *network, const int *nodes, int count);

/* qdr_network_first does the same for the first `count` nodes, and for as many
 * ranks of a network with levels; it leaves others alone. */
void qdr_network_first(qdr_network *network, int count);

#endif
