/* kernels/messaging/mpi_running.h -- whether MPI may be called. */
#ifndef QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H
#define QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H

#include <stdbool.h>

/* qdr_mpi_is_running tells whether MPI is initialised and not finalised. What
 * is released later gives its memory back, and leaves MPI alone. */
bool qdr_mpi_is_running(void);

#endif
