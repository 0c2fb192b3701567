/* harness/measure/phases.h -- how the time of samples divides into phases. */
#ifndef QUADRILLE_HARNESS_MEASURE_PHASES_H
#define QUADRILLE_HARNESS_MEASURE_PHASES_H

#include <mpi.h>

#include "workloads/application/application.h"

/* qdr_phases_reduce finds, for each sample i, the rank with the largest
 * local_ns[i] (the first if several), and gives every rank that rank's
 * phase_ns[phase][i]. So the phases add up to that time on a rank. Collective
 * over `comm`; returns MPI_SUCCESS, or the error. */
int qdr_phases_reduce(int64_t *const phase_ns[QDR_NUM_PHASES],
                      const int64_t *local_ns, int count, MPI_Comm comm);

#endif
