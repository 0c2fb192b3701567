/* kernels/messaging/poll_mpi.c -- see poll_mpi.h.
 *
 * MPI also yields the core, but only where it knows that ranks outnumber cores.
 */
#include "kernels/messaging/poll_mpi.h"

#include <sched.h>

void qdr_yield_after(int64_t times)
{
    enum { PATIENCE = 300 };

    if (times > PATIENCE)
        sched_yield();
}

int qdr_poll_mpi(MPI_Comm comm, int source, int tag, int64_t times,
                 int *out_has_come)
{
    qdr_yield_after(times);
    return MPI_Iprobe(source, tag, comm, out_has_come, MPI_STATUS_IGNORE);
}
