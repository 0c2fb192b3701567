/* kernels/shared_memory/waiting.h -- how a rank waits for another one that
 * writes to memory which they share. */
#ifndef QUADRILLE_KERNELS_SHARED_MEMORY_WAITING_H
#define QUADRILLE_KERNELS_SHARED_MEMORY_WAITING_H

#include <stdatomic.h>
#include <stdint.h>

/* Else processes would need a lock that they share. */
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "numbers of 64 bits in one store");

/* Called again and again while a rank waits for another, with the number of
 * times before; returns 0, or a code to give up. */
typedef int qdr_ring_poll(void *context, int64_t times);

/* How to wait. */
typedef struct qdr_ring_waiting {
    qdr_ring_poll *poll;
    void *context;
} qdr_ring_waiting;

/* qdr_wait_for waits until `flag` is at least `number`, and sets *out_value to
 * it; a flag only grows. What its rank wrote before is then visible. Returns 0,
 * or the code of `poll`. */
static inline int qdr_wait_for(const _Atomic uint64_t *flag, uint64_t number,
                               const qdr_ring_waiting *waiting,
                               uint64_t *out_value)
{
    enum { SPINS = 1000 }; /* longer than a chunk takes */
    int code = 0;

    for (int64_t i = 0; code == 0; i++) {
        *out_value = atomic_load_explicit(flag, memory_order_acquire);
        if (*out_value >= number)
            return 0;
        if (i >= SPINS)
            code = waiting->poll(waiting->context, i - SPINS);
    }
    return code;
}

#endif
