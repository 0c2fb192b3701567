/* kernels/messaging/mpi_running.c -- see mpi_running.h. */
#include "kernels/messaging/mpi_running.h"

#include <mpi.h>

bool qdr_mpi_is_running(void)
{
    int is_initialized = 0, is_finalized = 0;

    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    return is_initialized && !is_finalized;
}
