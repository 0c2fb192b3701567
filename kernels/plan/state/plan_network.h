/* kernels/plan/state/plan_network.h -- the network that planning counts with.
 */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_PLAN_NETWORK_H
#define QUADRILLE_KERNELS_PLAN_STATE_PLAN_NETWORK_H

#include <mpi.h>

#include "kernels/core/base/status.h"
#include "kernels/core/network/network.h"
#include "kernels/core/problem/library_range.h"

/* A network file, or what replaces it. */
typedef struct qdr_given_network {
    const qdr_network *network;        /* NULL: the file is read */
    const qdr_library_ranges *library; /* of `network`; NULL: no ranges */
} qdr_given_network;

/* qdr_plan_network sets *out_network to the given one; if that is NULL, to the
 * network of the file that QUADRILLE_NETWORK names on rank 0; if it names none,
 * to that of today on nodes; and *out_library to the lengths at which the MPI
 * library's call of `collective` is faster for the ranks of `comm`. A process
 * does not read the same file twice in a row. Collective over `comm`: all ranks
 * give a network or none does, and they return the same status, error and
 * network. */
qdr_status qdr_plan_network(MPI_Comm comm, const qdr_given_network *given,
                            qdr_collective collective, qdr_network *out_network,
                            qdr_length_ranges *out_library, qdr_error *error);

/* qdr_plan_network_file sets both to what the file says that QUADRILLE_NETWORK
 * names on rank 0; if it names none, to that of today on nodes and the rule.
 * Collective over `comm`; every rank returns the same. */
qdr_status qdr_plan_network_file(MPI_Comm comm, qdr_network *out_network,
                                 qdr_library_ranges *out_library,
                                 qdr_error *error);

#endif
