/* kernels/alltoallv/distributed_random/distributed_random_choice.h -- whom to
 * ask next.
 *
 * The decisions of a rank in distributed random scheduling, without MPI; the
 * engine asks, answers and sends.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_CHOICE_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/base/status.h"

/* A message that is not sent yet. */
typedef struct qdr_unsent {
    int64_t block;         /* index among the rank's sends */
    int64_t not_before_ns; /* do not ask its destination earlier */
    bool has_go_ahead;     /* do not ask, send */
} qdr_unsent;

/* A sender's messages that are left, to choose the next one from. */
typedef struct qdr_choice {
    uint64_t seed;
    int64_t num_executions;
    qdr_rng rng;        /* of the execution */
    qdr_unsent *unsent; /* [num_unsent], in no order */
    int64_t num_unsent;
    int64_t last_busy; /* index in `unsent` of the last refused, or -1 */
} qdr_choice;

/* qdr_choice_init makes room for `max` messages; every rank has another
 * `seed`. Release with qdr_choice_cleanup. */
qdr_status qdr_choice_init(qdr_choice *choice, int64_t max, uint64_t seed,
                           qdr_error *error);
void qdr_choice_cleanup(qdr_choice *choice);

/* qdr_choice_begin begins an execution. Its draws depend only on the seed and
 * its number, not on the refusals of earlier executions. */
void qdr_choice_begin(qdr_choice *choice);

/* qdr_choice_add adds a message at the start of an execution. */
void qdr_choice_add(qdr_choice *choice, int64_t block);

/* qdr_choice_ready returns the index of a message whose destination has given
 * the go-ahead, or -1. */
int64_t qdr_choice_ready(const qdr_choice *choice);

/* qdr_choice_next returns the index of a message whose destination to ask now,
 * with equal probability for all allowed ones. If none is allowed it returns -1
 * and sets *out_wait_ns to the waiting time; 0: call again. It leaves out the
 * one refused last while there is another. Some message must be unsent. */
int64_t qdr_choice_next(qdr_choice *choice, int64_t now_ns,
                        int64_t *out_wait_ns);

/* qdr_choice_refused notes that the destination at `place` is busy, so that no
 * one asks it before `not_before_ns`. */
void qdr_choice_refused(qdr_choice *choice, int64_t place,
                        int64_t not_before_ns);

/* qdr_choice_sent removes the message at `place`. */
void qdr_choice_sent(qdr_choice *choice, int64_t place);

#endif
