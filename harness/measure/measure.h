/* harness/measure/measure.h -- measures one cell. */
#ifndef QUADRILLE_HARNESS_MEASURE_MEASURE_H
#define QUADRILLE_HARNESS_MEASURE_MEASURE_H

#include <mpi.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"

/* qdr_measure generates the cell's traffic and makes a plan with the calls of
 * kernels/plan, as any program would. It times each phase of planning, proves
 * the schedule, executes once and verifies every byte, takes samples by the
 * rules of `measuring`, and verifies again. Every rank returns the same status.
 * Collective over `comm`, whose size is the cell's procs. Release with
 * qdr_measurement_cleanup. */
void qdr_measure(const qdr_cell *cell, const qdr_measuring *measuring,
                 MPI_Comm comm, qdr_measurement *out_measurement);

#endif
