/* harness/measure/measured_cell.h -- a cell that is measured, and its planning.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_MEASURED_CELL_H
#define QUADRILLE_HARNESS_MEASURE_MEASURED_CELL_H

#include "harness/experiment/experiment.h"
#include "harness/measure/gathered_buffers.h"
#include "harness/measure/host.h"
#include "harness/results/measurement.h"

/* A cell that is measured, on this rank. */
typedef struct qdr_measured_cell {
    const qdr_cell *cell;
    MPI_Comm comm;
    int rank;
    qdr_traffic traffic;
    qdr_problem problem;
    qdr_buffer_layout layout; /* of this rank's messages */
    qdr_plan *plan;
    qdr_buffers buffers;
    qdr_gathered gathered; /* the data of the buffers; zeroed: they are there */
    qdr_workload_input input; /* of an application that is timed */
    qdr_hosting hosting;
    qdr_measurement *made;
} qdr_measured_cell;

/* qdr_measured_cell_agree returns on every rank the failure of any rank, with
 * its reason. Collective. */
qdr_status qdr_measured_cell_agree(const qdr_measured_cell *s,
                                   qdr_status status);

/* qdr_measured_cell_plan makes traffic and plan of what is measured, whose
 * cell, comm, rank and made are set, proves the schedule and records the time
 * of planning. Collective; every rank returns the same status. Clean it up in
 * either case. */
qdr_status qdr_measured_cell_plan(qdr_measured_cell *s);

/* qdr_measured_cell_cleanup releases the contents of a measured cell, except
 * `made`.
 */
void qdr_measured_cell_cleanup(qdr_measured_cell *s);

#endif
