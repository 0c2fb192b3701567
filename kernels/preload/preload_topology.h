/* kernels/preload/preload_topology.h -- the peers of a rank in a call that
 * exchanges messages. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_TOPOLOGY_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_TOPOLOGY_H

#include <mpi.h>

#include "kernels/core/status.h"

/* In the order of their messages. Two messages of a rank to one other are
 * received in the order in which they are sent. */
typedef struct qdr_peers {
    int count;
    int *ranks; /* or MPI_PROC_NULL */
    int *index; /* in the call's arrays of counts */
} qdr_peers;

/* Zeroed: not known yet. Release with qdr_topology_cleanup. */
typedef struct qdr_topology {
    qdr_peers to, from;
} qdr_topology;

/* qdr_topology_all finds the ranks after `rank`, one after another, and itself
 * last, unless they are known. qdr_topology_neighbors finds the neighbours of
 * the topology of `comm`; QDR_ERROR_INPUT: it has none. Both are local. */
qdr_status qdr_topology_all(qdr_topology *topology, int rank, int num_procs);
qdr_status qdr_topology_neighbors(qdr_topology *topology, MPI_Comm comm);

void qdr_topology_cleanup(qdr_topology *topology);

#endif
