/* harness/measure/measure.h -- measures one cell. */
#ifndef QUADRILLE_HARNESS_MEASURE_MEASURE_H
#define QUADRILLE_HARNESS_MEASURE_MEASURE_H

#include <mpi.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"

/* qdr_measure makes the cell's demand and, as any program would, by the calls
 * of kernels/plan, a plan, each of whose phases it times; proves the schedule,
 * executes once and verifies every byte, takes samples by the rules of
 * `measuring`, and verifies again. Every rank comes to the same status.
 * Collective over `comm`, whose size is the cell's procs. Release with
 * qdr_measurement_cleanup. */
void qdr_measure(const qdr_cell *cell, const qdr_measuring *measuring,
                 MPI_Comm comm, qdr_measurement *out_measurement);

#endif
