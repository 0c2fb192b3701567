/* harness/simulator/rank_translation.h -- a rank's number in another
 * communicator. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_RANK_TRANSLATION_H
#define QUADRILLE_HARNESS_SIMULATOR_RANK_TRANSLATION_H

#include <mpi.h>

/* qdr_rank_in returns rank `rank` of `from` as a rank of `to`, or MPI_UNDEFINED
 * if it has none. */
int qdr_rank_in(MPI_Comm to, int rank, MPI_Comm from);

#endif
