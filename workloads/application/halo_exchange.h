/* workloads/application/halo_exchange.h -- updates ghosts. */
#ifndef QUADRILLE_WORKLOADS_APPLICATION_HALO_EXCHANGE_H
#define QUADRILLE_WORKLOADS_APPLICATION_HALO_EXCHANGE_H

#include "workloads/application/application.h"

/* qdr_halo_exchange sends the elements of values[num_owned + num_ghosts][width]
 * that other ranks need and receives the ghosts: packs, exchanges, unpacks, and
 * ends in the phase of computing. The pattern of the host is that of
 * qdr_halo_pattern with `width` times 8 bytes per vertex. Collective. */
qdr_status qdr_halo_exchange(const qdr_halo *halo, const qdr_host *host,
                             int width, double *values, qdr_error *error);

#endif
