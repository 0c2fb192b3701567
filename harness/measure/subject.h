/* harness/measure/subject.h -- a cell being measured, and how it is planned.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_SUBJECT_H
#define QUADRILLE_HARNESS_MEASURE_SUBJECT_H

#include "harness/experiment/experiment.h"
#include "harness/measure/host.h"
#include "harness/results/measurement.h"

/* A cell being measured, on this rank. */
typedef struct qdr_subject {
    const qdr_cell *cell;
    MPI_Comm comm;
    int rank;
    qdr_traffic traffic;
    qdr_problem problem;
    qdr_placement placement; /* of this rank's messages */
    qdr_plan *plan;
    qdr_buffers buffers;
    qdr_workload_input input; /* of an application that is timed */
    qdr_hosting hosting;
    qdr_measurement *made;
} qdr_subject;

/* qdr_subject_agree comes to the failure of any rank, with its reason.
 * Collective. */
qdr_status qdr_subject_agree(const qdr_subject *s, qdr_status status);

/* qdr_subject_plan makes demand and plan of the subject, whose cell, comm, rank
 * and made are set, proves the schedule and notes what planning took.
 * Collective; every rank comes to the same status. The subject must be cleaned
 * up in either case. */
qdr_status qdr_subject_plan(qdr_subject *s);

/* qdr_subject_cleanup releases all that a subject holds but `made`. */
void qdr_subject_cleanup(qdr_subject *s);

#endif
