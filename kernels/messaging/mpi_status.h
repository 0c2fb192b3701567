/* kernels/messaging/mpi_status.h -- MPI's error codes as statuses. */
#ifndef QUADRILLE_KERNELS_MESSAGING_MPI_STATUS_H
#define QUADRILLE_KERNELS_MESSAGING_MPI_STATUS_H

#include "kernels/core/status.h"

/* qdr_mpi_status returns QDR_OK for MPI_SUCCESS; else QDR_ERROR_MPI, and the
 * line `what rank <rank>: <MPI's own text>`. */
qdr_status qdr_mpi_status(int code, const char *what, int rank,
                          qdr_error *error);

#endif
