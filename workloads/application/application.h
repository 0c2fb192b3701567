/* workloads/application/application.h -- a workload that computes, and
 * exchanges data to do so.
 *
 * The application is separate from the description of its workload, and needs
 * no MPI: its host provides all data from other ranks, and times the phases. It
 * is part of a workload whose pattern it exchanges, once or often, by the
 * algorithm that the host was given.
 */
#ifndef QUADRILLE_WORKLOADS_APPLICATION_APPLICATION_H
#define QUADRILLE_WORKLOADS_APPLICATION_APPLICATION_H

#include "kernels/core/base/counter.h"
#include "kernels/core/problem/problem.h"
#include "workloads/workload.h"

/* What a rank's time is spent on. */
typedef enum qdr_phase {
    QDR_PHASE_COMPUTE,
    QDR_PHASE_PACK,     /* to and from the buffers of the exchange */
    QDR_PHASE_EXCHANGE, /* the host sets it */
    QDR_PHASE_REDUCE,   /* sums and the like of all ranks; the host sets it */
    QDR_NUM_PHASES
} qdr_phase;

/* How numbers of all ranks become one. */
typedef enum qdr_reduction { QDR_SUM, QDR_MIN } qdr_reduction;

/* Work of a rank's processor: floating-point operations, and bytes copied,
 * those through a list of indices apart; blocks copied to a message, or from
 * one. */
typedef struct qdr_work {
    double flops;
    int64_t copied_bytes, indexed_bytes, packed_blocks;
} qdr_work;

/* The environment of an application: one rank, and the buffers of its messages.
 */
typedef struct qdr_host {
    int rank, procs;
    char *send, *receive;
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives; /* their places, by peer; the rank itself
                                          may be one of them */
    void *context;                     /* of the calls below */

    /* Exchanges the messages in `send`. Collective. A failure on this rank
     * alone is reported at the end of the run, because the other ranks
     * continue. */
    qdr_status (*exchange)(void *context, qdr_error *error);

    /* Makes every rank's values[count] the sum, or the min, of all. The same
     * bits on every rank, and in every run with as many ranks; a NaN wins.
     * Collective. */
    qdr_status (*reduce)(void *context, qdr_reduction reduction, int count,
                         double *values, qdr_error *error);

    /* Starts a phase: compute or pack. */
    void (*enter)(void *context, qdr_phase phase);

    /* Reports this rank's last work, for hosts that only simulate its time.
     * Work that is not reported is free there. */
    void (*worked)(void *context, const qdr_work *work);
} qdr_host;

/* qdr_host_alone is a rank without peers. */
extern const qdr_host qdr_host_alone;

/* qdr_host_report copies rank 0's values[count] to all ranks and replaces
 * theirs. Collective. */
qdr_status qdr_host_report(const qdr_host *host, int64_t count, double *values,
                           qdr_error *error);

/* A program around an exchange: computes before and after it. */
struct qdr_application {
    /* Makes this rank's state, to release with free_state; allocates all that
     * `run` needs. `input` and `host` outlive it. Local. */
    qdr_status (*new_state)(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error);
    void (*free_state)(void *state); /* NULL is legal */

    /* Computes, always from the same start. Collective. Fails if the numbers do
     * (no convergence), on every rank alike. */
    qdr_status (*run)(void *state, qdr_error *error);

    /* Compares the last run's answer with the correct one. Collective. */
    qdr_status (*check)(void *state, qdr_error *error);

    /* Writes up to QDR_MAX_COUNTERS numbers of the last run, the same names on
     * every rank, and returns how many; the numbers of all ranks are summed. */
    int (*count)(const void *state, qdr_counter *counts);
};

/* qdr_answer_digest returns a number that distinguishes two answers of `bytes`:
 * below 2^40, so that those of all ranks can be summed. */
int64_t qdr_answer_digest(const void *answer, int64_t bytes);

/* qdr_halo_exchange sends the elements of values[num_owned + num_ghosts][width]
 * that other ranks need and receives the ghosts: packs, exchanges, unpacks, and
 * ends in the phase of computing. The pattern of the host is that of
 * qdr_halo_pattern with `width` times 8 bytes per vertex. Collective. */
qdr_status qdr_halo_exchange(const qdr_halo *halo, const qdr_host *host,
                             int width, double *values, qdr_error *error);

#endif
