/* kernels/alltoallv/distributed_random/distributed_random_lock.c -- see
 * distributed_random_lock.h. */
#include "kernels/alltoallv/distributed_random/distributed_random_lock.h"

int64_t qdr_lock_next_ns(const qdr_lock *lock)
{
    return lock->end_ns - (lock->has_go_ahead ? lock->ahead_ns : 0);
}

bool qdr_lock_take(qdr_lock *lock, int64_t now_ns, int64_t duration_ns,
                   int64_t *out_busy_ns)
{
    int64_t free_ns = qdr_lock_next_ns(lock);
    bool is_about_to_end =
        lock->has_go_ahead && lock->num_under_way == 1 && now_ns >= free_ns;

    if (lock->num_under_way > 0 && !is_about_to_end) {
        *out_busy_ns = free_ns > now_ns ? free_ns - now_ns : lock->ahead_ns;
        return false;
    }
    /* The current message may last until its end. */
    if (lock->num_under_way == 0 || lock->end_ns < now_ns)
        lock->end_ns = now_ns;
    lock->begin_ns = lock->end_ns;
    lock->end_ns += duration_ns;
    lock->num_under_way++;
    return true;
}

void qdr_lock_return(qdr_lock *lock, int64_t duration_ns)
{
    lock->num_under_way--;
    if (lock->end_ns - duration_ns == lock->begin_ns)
        lock->end_ns = lock->begin_ns;
}

void qdr_lock_release(qdr_lock *lock)
{
    lock->num_under_way--;
}
