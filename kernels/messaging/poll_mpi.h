/* kernels/messaging/poll_mpi.h -- what a rank does while it waits for memory
 * that it shares with others, not for a message. */
#ifndef QUADRILLE_KERNELS_MESSAGING_POLL_MPI_H
#define QUADRILLE_KERNELS_MESSAGING_POLL_MPI_H

#include <mpi.h>
#include <stdint.h>

/* qdr_yield_after yields the core to other processes if the rank has already
 * polled many `times`: to wait for a core that others use takes longer than
 * most waits. */
void qdr_yield_after(int64_t times);

/* qdr_poll_mpi lets the messages of this rank progress, after
 * qdr_yield_after(times), and sets *out_has_come to whether one from `source`
 * with `tag` has come. Returns the code of MPI. */
int qdr_poll_mpi(MPI_Comm comm, int source, int tag, int64_t times,
                 int *out_has_come);

#endif
