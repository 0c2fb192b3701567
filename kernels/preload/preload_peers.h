/* kernels/preload/preload_peers.h -- the peers of a rank in a call that
 * exchanges messages. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_PEERS_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_PEERS_H

#include <mpi.h>

#include "kernels/core/base/status.h"

/* In the order of their messages. Two messages of a rank to one other are
 * received in the order in which they are sent. */
typedef struct qdr_peers {
    int count;
    int *ranks; /* or MPI_PROC_NULL */
    int *index; /* in the call's arrays of counts */
} qdr_peers;

/* Zeroed: not known yet. Release with qdr_peers_cleanup. */
typedef struct qdr_call_peers {
    qdr_peers to, from;
} qdr_call_peers;

/* qdr_peers_find_all finds the ranks after `rank`, one after another, and
 * itself last, unless they are known. qdr_peers_find_neighbors finds the
 * neighbours of the topology of `comm`; QDR_ERROR_INPUT: it has none. Both are
 * local. */
qdr_status qdr_peers_find_all(qdr_call_peers *both, int rank, int num_procs);
qdr_status qdr_peers_find_neighbors(qdr_call_peers *both, MPI_Comm comm);

/* qdr_peers_cleanup releases both, and zeroes them. */
void qdr_peers_cleanup(qdr_call_peers *both);

#endif
