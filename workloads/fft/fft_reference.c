/* workloads/fft/fft_reference.c -- see fft_reference.h. */
#include "workloads/fft/fft_reference.h"

#include <math.h>

static void exchange(long double *x, int64_t i, int64_t j)
{
    for (int part = 0; part < 2; part++) {
        long double kept = x[2 * i + part];
        x[2 * i + part] = x[2 * j + part];
        x[2 * j + part] = kept;
    }
}

static void reverse_bits(int64_t n, long double *x)
{
    for (int64_t i = 0, j = 0; i < n; i++) {
        int64_t bit = n >> 1;
        if (i < j)
            exchange(x, i, j);
        while (bit > 0 && (j & bit) != 0) {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
    }
}

/* x[i] + w x[j] and x[i] - w x[j], w = e^(-2 pi i k / m). */
static void combine(long double *x, int64_t i, int64_t j, int64_t k, int64_t m)
{
    const long double circle = 6.283185307179586476925286766559L;
    long double angle = circle * (long double)k / (long double)m;
    long double re = x[2 * j] * cosl(angle) + x[2 * j + 1] * sinl(angle);
    long double im = x[2 * j + 1] * cosl(angle) - x[2 * j] * sinl(angle);

    x[2 * j] = x[2 * i] - re;
    x[2 * j + 1] = x[2 * i + 1] - im;
    x[2 * i] += re;
    x[2 * i + 1] += im;
}

void qdr_fft_reference(int64_t n, long double *x)
{
    reverse_bits(n, x);
    for (int64_t m = 2; m <= n; m *= 2)
        for (int64_t block = 0; block < n; block += m)
            for (int64_t k = 0; k < m / 2; k++)
                combine(x, block + k, block + k + m / 2, k, m);
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
