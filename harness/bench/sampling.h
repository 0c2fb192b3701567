/* harness/bench/sampling.h -- warms an exchange up and takes its samples. */
#ifndef QUADRILLE_HARNESS_BENCH_SAMPLING_H
#define QUADRILLE_HARNESS_BENCH_SAMPLING_H

#include <mpi.h>

#include "harness/bench/stamp.h"
#include "harness/bench/stopping.h"
#include "harness/experiment/experiment.h"

/* The samples of a cell; the same on every rank. */
typedef struct qdr_samples {
    int count;
    int64_t *time_ns;      /* last exit minus first entry */
    int64_t *local_max_ns; /* the longest stay of a rank */
    int batch;             /* executions a sample; both times are for one */
    int num_warmups;       /* untimed executions before */
    int num_late;          /* samples thrown away: a rank started late */
    qdr_end end;
} qdr_samples;

/* qdr_samples_take executes `exchange` until it is warm, then samples it by the
 * rules of `measuring`. In the simulator, where every repetition equals the
 * first, that is one sample. Collective over `comm`; every rank comes to the
 * same status. Release with qdr_samples_cleanup. */
qdr_status qdr_samples_take(qdr_samples *samples, qdr_exchange *exchange,
                            const qdr_buffers *buffers,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error);

/* qdr_samples_cleanup releases them; zeroed ones are legal. */
void qdr_samples_cleanup(qdr_samples *samples);

#endif
