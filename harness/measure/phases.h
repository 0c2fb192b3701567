/* harness/measure/phases.h -- how the time of samples divides into phases. */
#ifndef QUADRILLE_HARNESS_MEASURE_PHASES_H
#define QUADRILLE_HARNESS_MEASURE_PHASES_H

#include <mpi.h>

#include "workloads/application/application.h"

/* qdr_phases_reduce makes phase_ns[phase][i] on every rank those of the rank
 * whose local_ns[i] is the largest, the first of such: so they add up to that
 * stay. Collective over `comm`; returns MPI_SUCCESS, or why not. */
int qdr_phases_reduce(int64_t *const phase_ns[QDR_NUM_PHASES],
                      const int64_t *local_ns, int count, MPI_Comm comm);

#endif
