/* kernels/messaging/mpi_running.h -- whether MPI may be called. */
#ifndef QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H
#define QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H

#include <stdbool.h>

/* qdr_mpi_is_running returns whether MPI is initialised and not finalised.
 * Releases after MPI_Finalize free memory and do not call MPI. */
bool qdr_mpi_is_running(void);

#endif
