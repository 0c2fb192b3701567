/* kernels/core/base/min_max.h -- the smaller and the larger of two numbers. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_MIN_MAX_H
#define QUADRILLE_KERNELS_CORE_BASE_MIN_MAX_H

#include <stdint.h>

/* Of whole numbers. */
static inline int64_t qdr_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t qdr_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Of times and other real numbers. */
static inline double qdr_smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double qdr_larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
