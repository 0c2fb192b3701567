/* workloads/application/application.h -- a workload that computes what it
 * exchanges for.
 *
 * The application stands beside its row and needs no MPI: all that it wants of
 * the other ranks it gets from its host, which also tells the phases apart. It
 * is part of a workload whose pattern it exchanges, once or often, by whatever
 * row the host was given.
 */
#ifndef QUADRILLE_WORKLOADS_APPLICATION_APPLICATION_H
#define QUADRILLE_WORKLOADS_APPLICATION_APPLICATION_H

#include "kernels/core/count.h"
#include "kernels/core/message.h"
#include "workloads/workload.h"

typedef enum qdr_phase {
    QDR_PHASE_COMPUTE,
    QDR_PHASE_PACK,     /* to and from the buffers of the exchange */
    QDR_PHASE_EXCHANGE, /* the host sets it */
    QDR_PHASE_REDUCE,   /* sums and the like of all ranks; the host sets it */
    QDR_NUM_PHASES
} qdr_phase;

/* qdr_phase_string returns the word for a phase: "pack". */
const char *qdr_phase_string(qdr_phase phase);

typedef enum qdr_reduction { QDR_SUM, QDR_MIN } qdr_reduction;

/* What an application runs on: one rank, and the buffers of its messages. */
typedef struct qdr_host {
    int rank, procs;
    char *send, *receive;
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives; /* where they stand, by peer; there may
                                          be one of the rank itself */
    void *context;                     /* of the calls below */

    /* Exchanges what stands in `send`. Collective. What fails on this rank
     * alone is told when the run is over, as the others go on. */
    qdr_status (*exchange)(void *context, qdr_error *error);

    /* Makes every rank's values[count] the sum, or the least, of all. The same
     * bits on every rank, and in every run of as many; a number that is none
     * wins. Collective. */
    qdr_status (*reduce)(void *context, qdr_reduction reduction, int count,
                         double *values, qdr_error *error);

    /* What comes next is of this phase: compute or pack. */
    void (*enter)(void *context, qdr_phase phase);

    /* What this rank has just done, for hosts that only simulate its time:
     * floating-point operations, and bytes copied. What is not told is free
     * there. */
    void (*worked)(void *context, double flops, int64_t copied_bytes);
} qdr_host;

/* qdr_host_alone is a rank that has nobody to talk to. */
extern const qdr_host qdr_host_alone;

/* qdr_host_report makes rank 0's values[count] known to all: what the others
 * have there is replaced. Collective. */
qdr_status qdr_host_report(const qdr_host *host, int64_t count, double *values,
                           qdr_error *error);

struct qdr_application {
    /* Makes this rank's state, to release with free_state; allocates all that
     * `run` needs. `input` and `host` outlive it. Local. */
    qdr_status (*new_state)(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error);
    void (*free_state)(void *state); /* NULL is legal */

    /* Computes, always from the same beginning. Collective. Fails where the
     * numbers do (no convergence), on every rank alike. */
    qdr_status (*run)(void *state, qdr_error *error);

    /* Holds the last run's answer against what it must be. Collective. */
    qdr_status (*check)(void *state, qdr_error *error);

    /* Writes up to QDR_MAX_COUNTS numbers of the last run, the same names on
     * every rank, and returns how many; the numbers of all ranks are summed. */
    int (*count)(const void *state, qdr_count *counts);
};

/* qdr_answer_digest returns a number that tells two answers of `bytes` apart:
 * below 2^40, so that those of all ranks can be summed. */
int64_t qdr_answer_digest(const void *answer, int64_t bytes);

#endif
