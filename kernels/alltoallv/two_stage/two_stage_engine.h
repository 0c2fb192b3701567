/* kernels/alltoallv/two_stage/two_stage_engine.h -- the state of two_stage on
 * one rank. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_H

#include "kernels/alltoallv/two_stage/two_stage_engine_stage.h"
#include "kernels/alltoallv/two_stage/two_stage_message.h"
#include "kernels/executor/exchange.h"

/* Where a message stands; -1 bytes if it does not. */
typedef struct qdr_arrival {
    int64_t at, num_bytes;
} qdr_arrival;

typedef struct qdr_two_stage {
    const qdr_placement *placement;
    MPI_Comm comm;
    int rank, num_procs, element_bytes;
    bool is_shuffled;
    qdr_traffic traffic;
    qdr_stage_exchange exchange;
    qdr_stage stages[2];
    qdr_format formats[2];   /* of the stages' messages */
    qdr_part_lists lists[2]; /* what arrived in the stages: in the first, by
                                destination, in the second, by slot; of one
                                list in order of source */

    qdr_split *splits;        /* [num_sends]; own ones have no elements */
    int *slot_of;             /* [p] of an intermediate, in stage 1 */
    qdr_arrival *arrivals;    /* [p]: a stage's messages in its inbox */
    qdr_part *decoded;        /* [p]: the parts of a message */
    const qdr_block **blocks; /* [p] that a source fills, or NULL */
    int64_t *num_filled;      /* [p] elements of it, so far */

    /* An execution under way. */
    const char *send;
    char *receive;
    qdr_status status; /* no rank leaves before the others */
    qdr_error reason;
} qdr_two_stage;

/* qdr_two_stage_new plans, but for the functions of the stages. As
 * qdr_engine.new_state. */
qdr_status qdr_two_stage_new(qdr_two_stage **out_state,
                             const qdr_problem *problem,
                             const qdr_placement *placement, MPI_Comm comm,
                             qdr_error *error);

/* qdr_two_stage_free releases it; NULL is legal. */
void qdr_two_stage_free(void *state);

/* qdr_two_stage_elements returns the elements of a message: the last may be
 * less than whole. */
int64_t qdr_two_stage_elements(const qdr_two_stage *state, int64_t bytes);

#endif
