/* harness/measure/host.h -- runs an application on a plan, and times its
 * phases.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_HOST_H
#define QUADRILLE_HARNESS_MEASURE_HOST_H

#include <mpi.h>

#include "harness/measure/test_pattern.h"
#include "workloads/application/application.h"

/* Numbers that are reduced by one call. */
enum { QDR_REDUCED_AT_ONCE = 64 };

/* An application that runs on this rank. It must not be moved in memory. */
typedef struct qdr_hosting {
    const qdr_application *application;
    void *state;
    qdr_host host;
    qdr_plan *plan;
    MPI_Comm comm;
    qdr_phase phase; /* the current phase, and its start */
    int64_t since_ns;
    int64_t phase_ns[QDR_NUM_PHASES]; /* of all runs */
    qdr_status
        failed; /* the first failure of an exchange or a reduction on this rank;
                   it continues, because the other ranks would wait for it */
    qdr_error why;
    double *room; /* [procs][QDR_REDUCED_AT_ONCE], for reductions */
} qdr_hosting;

/* qdr_hosting_init makes the state of an application that exchanges by `plan`
 * from and to `buffers`. Collective over `comm`; every rank returns the same
 * status. All of them must outlive it. Release with qdr_hosting_cleanup. */
qdr_status qdr_hosting_init(qdr_hosting *hosting,
                            const qdr_application *application,
                            const qdr_workload_input *input, qdr_plan *plan,
                            const qdr_buffers *buffers, MPI_Comm comm,
                            qdr_error *error);

/* qdr_hosting_cleanup frees the application's state and the room, and zeroes
 * `hosting`; a zeroed one is legal. */
void qdr_hosting_cleanup(qdr_hosting *hosting);

/* qdr_hosting_run runs the application once and adds the time of each phase to
 * phase_ns. Collective; `hosting` is a qdr_hosting, as the type of tasks
 * requires. */
qdr_status qdr_hosting_run(void *hosting, qdr_error *error);

/* qdr_hosting_check compares the last answer with the correct one. Collective;
 * every rank returns the same status. */
qdr_status qdr_hosting_check(qdr_hosting *hosting, qdr_error *error);

#endif
