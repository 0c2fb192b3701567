/* workloads/fft/fft_reference.c -- see fft_reference.h. */
#include "workloads/fft/fft_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* sum += x w, complex. */
static void add_product(long double *sum, const long double *x,
                        const long double *w)
{
    sum[0] += x[0] * w[0] - x[1] * w[1];
    sum[1] += x[0] * w[1] + x[1] * w[0];
}

/* Decimation in time by the smallest factor of n, that of elements `stride`
 * apart; roots[k] is e^(-2 pi i k / (n stride)). */
static void transform(int64_t n, int64_t stride, const long double *roots,
                      const long double *from, long double *to,
                      long double *work)
{
    int64_t radix = 2, part;

    if (n == 1) {
        memcpy(to, from, 2 * sizeof *to);
        return;
    }
    while (n % radix != 0)
        radix++;
    part = n / radix;
    for (int64_t i = 0; i < radix; i++)
        transform(part, stride * radix, roots, from + 2 * stride * i,
                  work + 2 * part * i, to + 2 * part * i);
    for (int64_t k = 0; k < n; k++) {
        to[2 * k] = to[2 * k + 1] = 0;
        for (int64_t i = 0; i < radix; i++)
            add_product(to + 2 * k, work + 2 * (part * i + k % part),
                        roots + 2 * (i * k % n * stride));
    }
}

bool qdr_fft_reference(int64_t n, long double *x)
{
    const long double circle = 6.283185307179586476925286766559L;
    const size_t bytes = (size_t)n * 2 * sizeof *x;
    long double *room = malloc(3 * bytes);
    long double *roots = room, *from = room + 2 * n, *work = room + 4 * n;

    if (room == NULL)
        return false;
    for (int64_t k = 0; k < n; k++) {
        long double angle = circle * (long double)k / (long double)n;
        roots[2 * k] = cosl(angle);
        roots[2 * k + 1] = -sinl(angle);
    }
    memcpy(from, x, bytes);
    transform(n, 1, roots, from, x, work);
    free(room);
    return true;
}

double qdr_fft_error(const void *numbers, qdr_precision precision, int64_t n,
                     int64_t stride, const long double *reference)
{
    long double difference = 0, length = 0;

    for (int64_t k = 0; k < n; k++)
        for (int part = 0; part < 2; part++) {
            int64_t at = 2 * k * stride + part;
            long double is = precision == QDR_SINGLE
                                 ? (long double)((const float *)numbers)[at]
                                 : (long double)((const double *)numbers)[at];
            long double should = reference[2 * k + part];
            difference += (is - should) * (is - should);
            length += should * should;
        }
    return (double)sqrtl(difference / length);
}
