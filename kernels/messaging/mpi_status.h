/* kernels/messaging/mpi_status.h -- MPI's error codes as statuses. */
#ifndef QUADRILLE_KERNELS_MESSAGING_MPI_STATUS_H
#define QUADRILLE_KERNELS_MESSAGING_MPI_STATUS_H

#include <mpi.h>

#include "kernels/core/base/status.h"

/* qdr_mpi_fail returns QDR_ERROR_MPI, with the line
 * `what rank <rank>: <MPI's own text>`. */
qdr_status qdr_mpi_fail(int code, const char *what, int rank, qdr_error *error);

/* qdr_mpi_status returns QDR_OK for MPI_SUCCESS; else it is qdr_mpi_fail. */
static inline qdr_status qdr_mpi_status(int code, const char *what, int rank,
                                        qdr_error *error)
{
    return code == MPI_SUCCESS ? QDR_OK : qdr_mpi_fail(code, what, rank, error);
}

#endif
