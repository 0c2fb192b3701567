/* kernels/alltoallv/distributed_random/distributed_random_waiting.h -- the
 * senders that a destination has refused and will give the go-ahead to.
 *
 * In the order in which they asked first, or first after they had declined
 * [ranka1995, Sec. 5]; without MPI. A sender with a promise stays until its
 * message has come, so that a question that crosses the go-ahead is recognised.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_WAITING_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* A sender, and how long its message takes. */
typedef struct qdr_waiting_sender {
    int source;
    int64_t duration_ns;
    bool is_promised; /* has the go-ahead */
} qdr_waiting_sender;

/* All of a destination. Zeroed: there are none, and no room. */
typedef struct qdr_waiting {
    qdr_waiting_sender *senders; /* [count] */
    int64_t count;
} qdr_waiting;

/* qdr_waiting_init makes room for `max`. Release with qdr_waiting_cleanup. */
qdr_status qdr_waiting_init(qdr_waiting *waiting, int64_t max,
                            qdr_error *error);
void qdr_waiting_cleanup(qdr_waiting *waiting);

/* qdr_waiting_add adds a sender at the end, if it is not there. Returns how
 * long the messages of those before it without a promise take, in all. */
int64_t qdr_waiting_add(qdr_waiting *waiting, int source, int64_t duration_ns);

/* qdr_waiting_next returns the first sender without a promise, or NULL. Valid
 * until the next change. */
qdr_waiting_sender *qdr_waiting_next(const qdr_waiting *waiting);

/* qdr_waiting_is_promised returns whether the sender has a promise. */
bool qdr_waiting_is_promised(const qdr_waiting *waiting, int source);

/* qdr_waiting_remove removes a sender, if it is there. */
void qdr_waiting_remove(qdr_waiting *waiting, int source);

#endif
