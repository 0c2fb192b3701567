/* harness/clock/barrier.h -- our own barrier.
 *
 * The MPI library's barrier is part of what is measured: with it the skew of a
 * start would depend on the library (open-mpi/ompi#11022).
 */
#ifndef QUADRILLE_HARNESS_CLOCK_BARRIER_H
#define QUADRILLE_HARNESS_CLOCK_BARRIER_H

#include <mpi.h>
#include <stdint.h>

/* qdr_barrier returns MPI_SUCCESS once every rank of `comm` has called it: the
 * dissemination barrier (Hensgen, Finkel, Manber 1988), ceil(lg p) rounds of
 * empty messages, in round i to the rank 2^i further. Collective. */
int qdr_barrier(MPI_Comm comm);

/* qdr_barrier_latest is a barrier whose messages carry a number: *value becomes
 * the largest of all ranks'. Collective. */
int qdr_barrier_latest(MPI_Comm comm, int64_t *value);

/* qdr_connect opens the connection between every two ranks, by an empty message
 * each way, so that no sample includes it. Collective. */
int qdr_connect(MPI_Comm comm);

#endif
