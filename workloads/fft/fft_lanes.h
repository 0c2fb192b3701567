/* workloads/fft/fft_lanes.h -- the part of a transform that is compiled once
 * for each width of vectors and each precision. */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_LANES_H
#define QUADRILLE_WORKLOADS_FFT_FFT_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/fft/fft_radices.h"
#include "workloads/fft/fft_sequences.h"

/* Tables of a length. A pass of radix r over blocks of m elements multiplies
 * output k of column j by e^(-2 pi i j k / m). */
typedef struct qdr_fft_tables {
    int64_t n;
    int num_passes;
    int radix[QDR_FFT_MAX_PASSES];
    const void *twiddles[QDR_FFT_MAX_PASSES]; /* [m / r][r - 1] complex numbers
                                                  of the precision */
    /* By direction: where the passes leave output k, [n], and which output they
     * leave at a position. */
    const int32_t *position[2], *order[2];
} qdr_fft_tables;

/* Transforms as many sequences as a vector has lanes, in
 * scratch[n][2][lanes], aligned to a vector. n is at least 8, and has two
 * passes or more. */
typedef void qdr_fft_batch(const qdr_fft_tables *tables,
                           qdr_direction direction, qdr_sequences from,
                           qdr_sequences to, void *scratch);

/* qdr_fft_has_lanes returns whether this processor has vectors of 16, 32 or 64
 * bytes. */
bool qdr_fft_has_lanes(int lane_bytes);

extern qdr_fft_batch qdr_fft_single_16, qdr_fft_single_32, qdr_fft_single_64;
extern qdr_fft_batch qdr_fft_double_16, qdr_fft_double_32, qdr_fft_double_64;

#endif
