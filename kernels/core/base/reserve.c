/* kernels/core/base/reserve.c -- see reserve.h. */
#include "kernels/core/base/reserve.h"

#include <stdlib.h>

enum { MIN_CAPACITY = 16 };

void *qdr_grow(void *array, int64_t *capacity, int64_t needed, size_t size)
{
    int64_t larger = *capacity < MIN_CAPACITY ? MIN_CAPACITY : *capacity;
    void *grown;

    while (larger < needed)
        larger *= 2;
    grown = realloc(array, (size_t)larger * size);
    if (grown != NULL)
        *capacity = larger;
    return grown;
}
