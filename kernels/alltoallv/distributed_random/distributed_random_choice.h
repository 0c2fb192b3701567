/* kernels/alltoallv/distributed_random/distributed_random_choice.h -- whom to
 * ask next.
 *
 * What a rank decides in distributed random scheduling, without MPI; the engine
 * asks, answers and sends.
 */
#ifndef QUADRILLE_DISTRIBUTED_RANDOM_CHOICE_H
#define QUADRILLE_DISTRIBUTED_RANDOM_CHOICE_H

#include <stdint.h>

#include "kernels/core/rng.h"
#include "kernels/core/status.h"

/* A message that is not sent yet. */
typedef struct qdr_unsent {
    int64_t block;         /* index among the rank's sends */
    int64_t not_before_ns; /* its destination is not to be asked earlier */
} qdr_unsent;

typedef struct qdr_choice {
    uint64_t seed;
    int64_t num_executions;
    qdr_rng rng;        /* of the execution */
    qdr_unsent *unsent; /* [num_unsent], in no order */
    int64_t num_unsent;
    int64_t last_busy; /* place in `unsent` of what was refused last, or -1 */
} qdr_choice;

/* qdr_choice_init makes room for `most` messages; `seed` is another one on
 * every rank. Release with qdr_choice_cleanup. */
qdr_status qdr_choice_init(qdr_choice *choice, int64_t max, uint64_t seed,
                           qdr_error *error);
void qdr_choice_cleanup(qdr_choice *choice);

/* qdr_choice_begin begins an execution, whose draws depend on the seed and its
 * number alone: not on how often earlier ones were refused. */
void qdr_choice_begin(qdr_choice *choice);

/* qdr_choice_add adds a message at the start of an execution. */
void qdr_choice_add(qdr_choice *choice, int64_t block);

/* qdr_choice_next returns the place of a message whose destination to ask now,
 * all that may be asked equally likely; or -1, and in *out_wait_ns how long
 * none may be, 0: call again. The one refused last is left out while there is
 * another. Some message is unsent. */
int64_t qdr_choice_next(qdr_choice *choice, int64_t now_ns,
                        int64_t *out_wait_ns);

/* qdr_choice_refused notes that the destination at `place` is busy, and not to
 * be asked before `not_before_ns`. */
void qdr_choice_refused(qdr_choice *choice, int64_t place,
                        int64_t not_before_ns);

/* qdr_choice_sent removes the message at `place`. */
void qdr_choice_sent(qdr_choice *choice, int64_t place);

#endif
