/* workloads/fft/fft_reference.h -- a reference for transforms. */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_REFERENCE_H
#define QUADRILLE_WORKLOADS_FFT_FFT_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/fft/fft.h"

/* qdr_fft_reference transforms n numbers forward, in long double: x[2 * n], in
 * place. It splits off the smallest prime factor, and combines by the
 * definition. For tests and benchmarks. False without memory. */
bool qdr_fft_reference(int64_t n, long double *x);

/* qdr_fft_error returns the relative L2 error of n numbers of a precision,
 * `stride` apart. */
double qdr_fft_error(const void *numbers, qdr_precision precision, int64_t n,
                     int64_t stride, const long double *reference);

#endif
