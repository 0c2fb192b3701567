/* kernels/alltoallv/distributed_random/distributed_random_lock.h -- when a
 * destination lets a sender begin.
 *
 * The decisions of a destination in distributed random scheduling, without MPI:
 * the busy lock of [ranka1995, Fig. 5] with the two improvements of Sec. 5. It
 * knows how long each message takes, and so when the current one ends.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_LOCK_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/* A destination's lock: who may send to it now. */
typedef struct qdr_lock {
    bool has_go_ahead; /* lets the next sender begin ahead_ns before the end */
    int64_t ahead_ns;  /* above 0; also the waiting time of a sender that asks
                          when the current message is overdue */
    int num_under_way; /* messages allowed and not released: 2 at most */
    int64_t end_ns;    /* when the last of them should end */
    int64_t begin_ns;  /* of the last of them: end_ns before it */
} qdr_lock;

/* qdr_lock_take lets a sender begin whose message takes `duration_ns`, or
 * returns false and sets *out_busy_ns to the time before it should ask again.
 */
bool qdr_lock_take(qdr_lock *lock, int64_t now_ns, int64_t duration_ns,
                   int64_t *out_busy_ns);

/* qdr_lock_next_ns returns when the next sender may begin. */
int64_t qdr_lock_next_ns(const qdr_lock *lock);

/* qdr_lock_return: a message that was allowed, and takes `duration_ns`, will
 * not be sent now. If another was allowed since, its end stays. */
void qdr_lock_return(qdr_lock *lock, int64_t duration_ns);

/* qdr_lock_release: a message has ended. */
void qdr_lock_release(qdr_lock *lock);

#endif
