/* kernels/messaging/local.h -- one rank's side of an exchange. */
#ifndef QUADRILLE_KERNELS_MESSAGING_LOCAL_H
#define QUADRILLE_KERNELS_MESSAGING_LOCAL_H

#include <mpi.h>

#include "kernels/core/placement.h"

/* Where its messages stand in its buffers, and whom it exchanges them with.
 * Both outlive what is made for it. */
typedef struct qdr_local {
    const qdr_placement *placement;
    MPI_Comm comm;
} qdr_local;

#endif
