/* workloads/fft/fft_radices.h -- a length as a product of radices. */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_RADICES_H
#define QUADRILLE_WORKLOADS_FFT_FFT_RADICES_H

#include <stdint.h>

/* Max passes: 59049 is 3^10. */
enum { QDR_FFT_MAX_PASSES = 10 };

/* qdr_fft_choose_radices writes the radices whose passes over n elements take
 * the fewest operations, ascending, at least two; and returns how many. n is a
 * length of a transform. */
int qdr_fft_choose_radices(int64_t n, int radix[QDR_FFT_MAX_PASSES]);

#endif
