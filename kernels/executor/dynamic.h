/* kernels/executor/dynamic.h -- algorithms that decide at run time, and library
 * rows that are more than one call.
 *
 * They have no schedule: what a rank does next depends on what others did. Each
 * is an engine of three functions, in a file of its own; its decisions, as far
 * as they need no MPI, stand in the file of its row.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_DYNAMIC_H
#define QUADRILLE_KERNELS_EXECUTOR_DYNAMIC_H

#include "kernels/executor/exchange.h"

/* What a rank did in its last execution. */
typedef struct qdr_dynamic_counts {
    int64_t num_inquiries; /* asked, and how often in vain */
    int64_t num_refusals;
} qdr_dynamic_counts;

/* What an engine is made of. */
typedef struct qdr_engine {
    /* Makes the state of this rank, to release with `free`. Collective over
     * `comm`; every rank comes to the same status. `placement` outlives it. */
    qdr_status (*new_state)(void **out_state, const qdr_problem *problem,
                            const qdr_placement *placement, MPI_Comm comm,
                            qdr_error *error);
    void (*free_state)(void *state); /* NULL is legal */
    /* Moves the bytes. Collective. */
    qdr_status (*execute)(void *state, const char *send, char *receive,
                          qdr_error *error);
    /* NULL: there is nothing to count. */
    qdr_dynamic_counts (*count)(const void *state);
} qdr_engine;

extern const qdr_engine qdr_engine_random_scheduling;
extern const qdr_engine qdr_engine_random_scheduling_polling;
extern const qdr_engine qdr_engine_random_scheduling_one_sided;
extern const qdr_engine qdr_engine_two_stage;
extern const qdr_engine qdr_engine_receive_concat;
extern const qdr_engine qdr_engine_receive_active_message;
extern const qdr_engine qdr_engine_receive_alltoall;
extern const qdr_engine qdr_engine_receive_probe;
extern const qdr_engine qdr_engine_receive_nbx;

/* qdr_dynamic_new makes the state of algorithm `id`, not QDR_NOT_DYNAMIC. As
 * qdr_engine.new_state; release with qdr_dynamic_free. */
qdr_status qdr_dynamic_new(qdr_dynamic **out_dynamic, qdr_dynamic_id id,
                           const qdr_problem *problem,
                           const qdr_placement *placement, MPI_Comm comm,
                           qdr_error *error);

/* qdr_dynamic_free releases it; NULL is legal. */
void qdr_dynamic_free(qdr_dynamic *dynamic);

/* qdr_dynamic_execute moves the bytes. Collective. */
qdr_status qdr_dynamic_execute(qdr_dynamic *dynamic, const char *send,
                               char *receive, qdr_error *error);

/* qdr_dynamic_count returns what this rank did in the last execution. */
qdr_dynamic_counts qdr_dynamic_count(const qdr_dynamic *dynamic);

#endif
