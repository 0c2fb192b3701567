/* workloads/fft/fft.h -- Fourier transforms of many sequences at once.
 *
 * X_k = sum_j x_j e^(-2 pi i j k / n) forward, with + in the exponent
 * backward; neither is scaled, so that one after the other multiplies by n.
 * Complex numbers are pairs of reals, real part first, as in C and FFTW.
 *
 * Source: Cooley and Tukey [cooley1965], decimation in frequency, with radices
 * 8, 4 and 2.
 */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_H
#define QUADRILLE_WORKLOADS_FFT_FFT_H

#include <stdint.h>

#include "kernels/core/status.h"
#include "workloads/fft/fft_sequences.h"

/* Lengths are powers of two from here to there. */
enum { QDR_FFT_MIN = 8, QDR_FFT_MAX = 65536 };

typedef enum qdr_precision {
    QDR_SINGLE, /* complex numbers of 8 bytes */
    QDR_DOUBLE, /* of 16 */
    QDR_NUM_PRECISIONS
} qdr_precision;

/* qdr_fft is a length made ready: tables, and the room that a transform works
 * in, so that transforming allocates nothing. One thread at a time. */
typedef struct qdr_fft qdr_fft;

/* qdr_fft_new makes a transform of length n with the widest vectors of this
 * processor; of `lane_bytes` if that is not 0. Refuses n that is no power of
 * two from QDR_FFT_MIN to QDR_FFT_MAX, and vectors that it does not have.
 * Release with qdr_fft_free. */
qdr_status qdr_fft_new(qdr_fft **out_fft, int64_t n, qdr_precision precision,
                       int lane_bytes, qdr_error *error);

void qdr_fft_free(qdr_fft *fft); /* NULL is legal */

/* qdr_fft_run transforms `count` sequences from one place to another, which
 * may be the same place, if it is the same in all, and may not overlap
 * otherwise. */
void qdr_fft_run(const qdr_fft *fft, qdr_direction direction, int64_t count,
                 qdr_sequences from, qdr_sequences to);

/* qdr_fft_flops returns 5 n lg n for each of `count` sequences: what a
 * transform is said to take, whatever its radix. */
double qdr_fft_flops(const qdr_fft *fft, int64_t count);

/* qdr_fft_lane_bytes returns the width of its vectors: 16, 32 or 64. */
int qdr_fft_lane_bytes(const qdr_fft *fft);

#endif
