/* kernels/plan/mpi/level_comms.h -- communicators within nodes, and of one rank
 * of each node.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_LEVEL_COMMS_H
#define QUADRILLE_KERNELS_PLAN_MPI_LEVEL_COMMS_H

#include <mpi.h>
#include <stdbool.h>

#include "kernels/core/network/node_map.h"

/* The ranks of this one's node, and the lowest rank of each node, in their
 * order; MPI_COMM_NULL on other ranks. */
typedef struct qdr_level_comms {
    MPI_Comm node, leaders;
} qdr_level_comms;

/* Those of a communicator, for each map that was asked for; zeroed: none. */
typedef struct qdr_all_level_comms {
    struct qdr_mapped_comms *items;
    int count;
    bool are_refused; /* MPI could not make one */
} qdr_all_level_comms;

/* qdr_level_comms_find finds those of a map of the ranks of `comm`, and makes
 * them the first time. Collective; every rank returns the same status. `error`
 * is not NULL. */
qdr_status qdr_level_comms_find(qdr_all_level_comms *all, MPI_Comm comm,
                                const qdr_node_map *nodes, qdr_level_comms *out,
                                qdr_error *error);

/* qdr_level_comms_cleanup releases them. MPI_Finalize frees what is left then.
 * Collective before it. */
void qdr_level_comms_cleanup(qdr_all_level_comms *all);

#endif
