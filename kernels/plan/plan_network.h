/* kernels/plan/plan_network.h -- the network that planning counts with. */
#ifndef QUADRILLE_KERNELS_PLAN_PLAN_NETWORK_H
#define QUADRILLE_KERNELS_PLAN_PLAN_NETWORK_H

#include <mpi.h>

#include "kernels/core/network.h"
#include "kernels/core/status.h"

/* qdr_plan_network sets *out_network to `given`; if that is NULL, to the
 * network of the file that QUADRILLE_NETWORK names on rank 0; if it names none,
 * to qdr_network_of_today. A process does not read the same file twice in a
 * row. Collective over `comm`: all ranks give a network or none does, and they
 * return the same status, error and network. */
qdr_status qdr_plan_network(MPI_Comm comm, const qdr_network *given,
                            qdr_network *out_network, qdr_error *error);

/* qdr_plan_agree_network fails on every rank if the ranks have different
 * networks. Collective over `comm`. */
qdr_status qdr_plan_agree_network(MPI_Comm comm, const qdr_network *network,
                                  qdr_error *error);

#endif
