/* kernels/core/base/reserve.h -- arrays that grow. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_RESERVE_H
#define QUADRILLE_KERNELS_CORE_BASE_RESERVE_H

#include <stddef.h>
#include <stdint.h>

/* qdr_grow is qdr_reserve for an array that is too short. */
void *qdr_grow(void *array, int64_t *capacity, int64_t needed, size_t size);

/* qdr_reserve returns the array, moved if necessary, with room for `needed`
 * elements of `size` bytes, at least 1; *capacity, in elements, at least
 * doubles when it grows. Returns NULL if memory runs out: the array is as it
 * was then. The caller frees it. */
static inline void *qdr_reserve(void *array, int64_t *capacity, int64_t needed,
                                size_t size)
{
    return needed <= *capacity ? array
                               : qdr_grow(array, capacity, needed, size);
}

#endif
