/* kernels/core/network_mesh.h -- the physical mesh of a group of ranks. */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_MESH_H
#define QUADRILLE_KERNELS_CORE_NETWORK_MESH_H

#include "kernels/core/network.h"

/* qdr_network_restrict lets the mesh be that of a group, whose rank i stands at
 * node nodes[i], i < count: rows and columns of a rectangle that it fills row
 * by row, else a linear array. The network has columns. */
void qdr_network_restrict(qdr_network *network, const int *nodes, int count);

/* qdr_network_first does it for the first `count` nodes. */
void qdr_network_first(qdr_network *network, int count);

#endif
