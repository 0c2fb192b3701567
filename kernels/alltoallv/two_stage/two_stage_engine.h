/* kernels/alltoallv/two_stage/two_stage_engine.h -- the state of two_stage on
 * one rank. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_H

#include "kernels/alltoallv/two_stage/two_stage_engine_stage.h"
#include "kernels/alltoallv/two_stage/two_stage_message.h"

/* A rank's state. */
typedef struct qdr_two_stage {
    qdr_local local;
    int num_procs, element_bytes;
    bool is_shuffled;
    int num_reshuffled; /* stages, from the first on */
    const qdr_kernel
        *exchange; /* the algorithm that exchanges a stage's messages */
    qdr_volume volume;
    qdr_stage_exchange stages[2];
    qdr_format formats[2];   /* of the stages' messages */
    qdr_part_lists lists[2]; /* parts that arrived in stage 1, a list a
                                destination; in stage 2, a list a slot; each
                                in order of source */

    qdr_split *splits;        /* [num_sends]; own ones have no elements */
    int *slot_of;             /* [p] of an intermediate, in stage 1 */
    int64_t *lengths;         /* [p] of a stage's messages, as they are sent */
    qdr_part *decoded;        /* [p]: the parts of a message */
    const qdr_block **blocks; /* [p] that a source fills, or NULL */
    int64_t *num_filled;      /* [p] elements of it, so far */

    /* The current execution. */
    const char *send;
    char *receive;
    qdr_status status; /* no rank leaves before the others */
    qdr_error reason;
} qdr_two_stage;

/* qdr_two_stage_prepare, qdr_two_stage_connect and qdr_two_stage_cleanup are
 * those of qdr_engine. */
qdr_status qdr_two_stage_prepare(void *state, const qdr_problem *problem,
                                 const qdr_local *local, qdr_error *error);
qdr_status qdr_two_stage_connect(void *state, const qdr_problem *problem,
                                 const qdr_local *local, qdr_error *error);
void qdr_two_stage_cleanup(void *state);

/* qdr_two_stage_elements returns the elements of a message: the last may be
 * shorter than others. */
int64_t qdr_two_stage_elements(const qdr_two_stage *state, int64_t bytes);

#endif
