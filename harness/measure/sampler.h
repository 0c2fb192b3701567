/* harness/measure/sampler.h -- takes samples, one by one and in chunks.
 * sampling.c decides when to stop. */
#ifndef QUADRILLE_HARNESS_MEASURE_SAMPLER_H
#define QUADRILLE_HARNESS_MEASURE_SAMPLER_H

#include <mpi.h>
#include <stdbool.h>

#include "harness/experiment/experiment.h"
#include "harness/measure/readings.h"
#include "harness/results/measurement.h"

/* The object that is sampled: a plan's exchange, or an application. */
typedef struct qdr_task {
    /* Untimed calls before and after a sample that is verified, local; or NULL:
     * nothing to prepare, and samples are not verified. */
    void (*prepare)(void *context);
    qdr_status (*verify)(void *context, qdr_error *error);
    qdr_status (*execute)(void *context, qdr_error *error); /* collective */
    void *context;
    uint64_t draw;     /* of the starts, on a simulated machine */
    int64_t *phase_ns; /* [QDR_NUM_PHASES], to which an execution adds the time
                          of each phase; or NULL */
} qdr_task;

/* A sampling in progress. The arrays have room for `room` samples. */
typedef struct qdr_sampler {
    const qdr_task *task;
    qdr_measuring rules; /* the window may grow */
    MPI_Comm comm;
    qdr_samples *samples;
    int room;
    int64_t *ready_ns; /* a last reading before the others were heard */
    int64_t *entry_ns, *exit_ns, *local_ns, *late_ns, *sorted;
    bool *are_verified;
    int64_t *phase_ns[QDR_NUM_PHASES]; /* of an application */
    int64_t
        *rank_times_ns; /* [ranks][chunk], on rank 0, if they are requested */
    char *flush;        /* written to empty the caches; NULL: warm */
    size_t flush_bytes;
    int64_t num_taken;
    int64_t preparing_ns, execution_ns; /* time of the last one on this rank */
    int64_t sampling_ns;  /* time of a first sample, its start included */
    int64_t verifying_ns; /* time to prepare and verify it */
    qdr_status verified;  /* of all samples so far, on this rank */
    int64_t begin_ns;
    int64_t start_ns;    /* agreed upon, of a window */
    int64_t overhead_ns; /* of reading the clock */
    qdr_readings readings;
    qdr_error *error;
} qdr_sampler;

/* qdr_sampler_allocate allocates room for `room` samples, here and in
 * `samples`. Release with qdr_sampler_cleanup, also after failure; it keeps the
 * content of `samples`. */
qdr_status qdr_sampler_allocate(qdr_sampler *s);
void qdr_sampler_cleanup(qdr_sampler *s);

/* qdr_sampler_execute executes the task `times` times. */
qdr_status qdr_sampler_execute(const qdr_sampler *s, int times);

/* qdr_sampler_sample takes one sample, as number i of the current chunk, and
 * verifies it if `is_verified`. It returns this rank's status;
 * qdr_sampler_agree collects the others. */
qdr_status qdr_sampler_sample(qdr_sampler *s, int i, bool is_verified);

/* qdr_sampler_agree returns whether every rank succeeded, verifying included,
 * after samples of every rank. Collective. */
qdr_status qdr_sampler_agree(const qdr_sampler *s, qdr_status status);

/* qdr_sampler_reduce makes every rank's entry of values[count] the min or the
 * max of all ranks; returns an MPI code. Collective. */
int qdr_sampler_reduce(const qdr_sampler *s, int64_t *values, int count,
                       MPI_Op op);

/* qdr_sampler_take_chunk takes `count` samples, verifies one in
 * `samples->stride` and the last one, and adds those that started in time to
 * `samples`. Collective; the same status on every rank. */
qdr_status qdr_sampler_take_chunk(qdr_sampler *s, int count);

#endif
