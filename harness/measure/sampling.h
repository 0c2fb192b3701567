/* harness/measure/sampling.h -- warms an exchange up and takes its samples. */
#ifndef QUADRILLE_HARNESS_MEASURE_SAMPLING_H
#define QUADRILLE_HARNESS_MEASURE_SAMPLING_H

#include <mpi.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"

/* What is sampled: a plan's exchange, or an application. */
typedef struct qdr_task {
    /* Untimed, before a sample that is verified, and behind it, local; or NULL:
     * nothing to prepare, and nobody verifies samples. */
    void (*prepare)(void *context);
    qdr_status (*verify)(void *context, qdr_error *error);
    qdr_status (*execute)(void *context, qdr_error *error); /* collective */
    void *context;
    int64_t *phase_ns; /* [QDR_NUM_PHASES], to which an execution adds what each
                          phase took; or NULL */
} qdr_task;

/* qdr_samples_take executes `task` until it is warm, then samples it by the
 * rules of `measuring`. In the simulator, where every repetition equals the
 * first, that is one sample. Collective over `comm`; every rank comes to the
 * same status. Release with qdr_samples_cleanup. */
qdr_status qdr_samples_take(qdr_samples *samples, const qdr_task *task,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error);

#endif
