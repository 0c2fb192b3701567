/* workloads/fft/fft.h -- Fourier transforms of many sequences at once.
 *
 * X_k = sum_j x_j e^(-2 pi i j k / n) forward, with + in the exponent
 * backward; neither is scaled, so that one after the other multiplies by n.
 * Complex numbers are pairs of reals, real part first, as in C and FFTW.
 *
 * Source: Cooley and Tukey [cooley1965], decimation in frequency, with radices
 * from 2 to 12.
 */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_H
#define QUADRILLE_WORKLOADS_FFT_FFT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"
#include "workloads/fft/fft_sequences.h"

/* Lengths have no prime factor above 5, and are in this range. */
enum { QDR_FFT_MIN = 8, QDR_FFT_MAX = 65536 };

/* For messages: the lengths that are accepted, of the range as two ints. */
#define QDR_FFT_LENGTHS "2^a 3^b 5^c from %d to %d"

/* qdr_fft_is_length returns whether n is such a length. */
bool qdr_fft_is_length(int64_t n);

/* The type of the complex numbers. */
typedef enum qdr_precision {
    QDR_SINGLE, /* complex numbers of 8 bytes */
    QDR_DOUBLE, /* of 16 */
    QDR_NUM_PRECISIONS
} qdr_precision;

/* qdr_fft is a prepared length: tables and work space, so that a transform
 * allocates nothing. One thread at a time. */
typedef struct qdr_fft qdr_fft;

/* qdr_fft_new makes a transform of length n with the widest vectors of this
 * processor; of `lane_bytes` if that is not 0. Refuses other lengths, and
 * vectors that the processor lacks. Release with qdr_fft_free. */
qdr_status qdr_fft_new(qdr_fft **out_fft, int64_t n, qdr_precision precision,
                       int lane_bytes, qdr_error *error);

/* qdr_fft_free frees a transform; NULL is legal. */
void qdr_fft_free(qdr_fft *fft);

/* qdr_fft_run transforms `count` sequences from one place to another. The
 * places may be equal in everything; otherwise they may not overlap. */
void qdr_fft_run(const qdr_fft *fft, qdr_direction direction, int64_t count,
                 qdr_sequences from, qdr_sequences to);

/* qdr_fft_flops returns 5 n lg n for each of `count` sequences: the
 * conventional count, whatever the radix. */
double qdr_fft_flops(const qdr_fft *fft, int64_t count);

/* qdr_fft_lane_bytes returns the width of its vectors: 16, 32 or 64. */
int qdr_fft_lane_bytes(const qdr_fft *fft);

#endif
