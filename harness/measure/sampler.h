/* harness/measure/sampler.h -- takes samples, one by one and in chunks; when to
 * stop is sampling.c's. */
#ifndef QUADRILLE_HARNESS_MEASURE_SAMPLER_H
#define QUADRILLE_HARNESS_MEASURE_SAMPLER_H

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

/* A sampling under way. The arrays have room for `room` samples. */
typedef struct qdr_sampler {
    const qdr_task *task;
    qdr_measuring rules; /* the window may grow */
    MPI_Comm comm;
    qdr_samples *samples;
    int room;
    int64_t *entry_ns, *exit_ns, *local_ns, *late_ns, *sorted;
    int64_t *phase_ns[QDR_NUM_PHASES]; /* of an application */
    int64_t
        *rank_times_ns; /* [ranks][chunk], on rank 0, if they are asked for */
    char *flush;        /* what is written to empty the caches; NULL: warm */
    size_t flush_bytes;
    int64_t num_taken;
    int64_t preparing_ns, execution_ns; /* what the last one took here */
    int64_t verifying_ns; /* what preparing and verifying a sample took */
    qdr_status verified;  /* of all samples so far, on this rank */
    int64_t begin_ns;
    qdr_error *error;
} qdr_sampler;

/* qdr_sampler_allocate makes room for `room` samples, here and in `samples`.
 * Release with qdr_sampler_cleanup, also after failure; what is in `samples`
 * stays. */
qdr_status qdr_sampler_allocate(qdr_sampler *s);
void qdr_sampler_cleanup(qdr_sampler *s);

/* qdr_sampler_execute executes the task so many times. */
qdr_status qdr_sampler_execute(const qdr_sampler *s, int times);

/* qdr_sampler_sample takes one sample, as number i of the chunk at hand. What
 * it returns is this rank's; the others are asked by qdr_sampler_agree. */
qdr_status qdr_sampler_sample(qdr_sampler *s, int i);

/* qdr_sampler_agree tells whether all went well everywhere, verifying included,
 * after samples of every rank. Collective. */
qdr_status qdr_sampler_agree(const qdr_sampler *s, qdr_status status);

/* qdr_sampler_reduce makes every rank's entry of values[count] the least or the
 * largest; an MPI code. Collective. */
int qdr_sampler_reduce(const qdr_sampler *s, int64_t *values, int count,
                       MPI_Op op);

/* qdr_sampler_take_chunk takes `count` samples and adds those that started in
 * time to `samples`. Collective; the same status on every rank. */
qdr_status qdr_sampler_take_chunk(qdr_sampler *s, int count);

#endif
