/* kernels/messaging/mpi_running.h -- whether MPI may be called. */
#ifndef QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H
#define QUADRILLE_KERNELS_MESSAGING_MPI_RUNNING_H

#include <stdatomic.h>
#include <stdbool.h>

/* True from the first planning call until MPI_Finalize begins: it deletes the
 * attributes of MPI_COMM_SELF, and one is ours. */
extern atomic_bool qdr_mpi_is_watched;

/* qdr_mpi_watch sets it. MPI is initialised, and not finalised. */
void qdr_mpi_watch(void);

/* qdr_mpi_query returns what MPI itself reports. */
bool qdr_mpi_query(void);

/* qdr_mpi_is_running returns whether MPI is initialised and not finalised.
 * Releases after MPI_Finalize free memory and do not call MPI. */
static inline bool qdr_mpi_is_running(void)
{
    return atomic_load_explicit(&qdr_mpi_is_watched, memory_order_relaxed) ||
           qdr_mpi_query();
}

#endif
