/* kernels/alltoallv/two_stage/two_stage_engine_stage.h -- every rank has a
 * message for every other, whose length only the sender knows.
 *
 * What is common to the two stages of two_stage. How the messages are
 * exchanged is a parameter [ranka1995, Sec. 6.1].
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_STAGE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_ENGINE_STAGE_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/status.h"

typedef struct qdr_stage {
    MPI_Comm comm;
    int rank, num_procs;
    int bound;           /* most bytes of a message, in whole words */
    int32_t *message;    /* of `bound` bytes: the one being sent */
    char *inbox;         /* what arrived, one behind another, in whole words */
    int64_t inbox_bytes; /* room for it, and for one `bound` more */
    int64_t inbox_used;
    void *exchange_state; /* of the exchange, if it needs one */
    void *state;
    /* Writes the message for `peer`, and returns its length; on a failure, one
     * that says so. Called once for every peer. */
    int64_t (*pack)(void *state, int peer, int32_t *message);
    /* A message has arrived from `peer`, at byte `at` of the inbox; it is kept
     * there until the stage is begun again. num_bytes is -1 if it was not kept,
     * for want of room. */
    void (*take)(void *state, int peer, int64_t at, int64_t num_bytes);
} qdr_stage;

/* An exchange of a stage's messages; this rank's own is not in it. Collective.
 * Fails on an MPI error only: a rank that fails otherwise goes on, so that none
 * waits for it. */
typedef qdr_status (*qdr_stage_exchange)(qdr_stage *stage, qdr_error *error);

/* qdr_stage_linear_permutation is modified linear permutation, lp_barrier: in
 * round k with rank r XOR k, and a barrier after each round
 * [ranka1995, Sec. 4]. */
qdr_status qdr_stage_linear_permutation(qdr_stage *stage, qdr_error *error);

/* qdr_stage_keep puts a message that arrived from `peer` into the inbox. */
void qdr_stage_keep(qdr_stage *stage, int peer, const char *message,
                    int64_t num_bytes);

/* qdr_stage_perform empties the inbox, puts this rank's own message there and
 * exchanges the others. */
qdr_status qdr_stage_perform(qdr_stage *stage, qdr_stage_exchange exchange,
                             qdr_error *error);

#endif
