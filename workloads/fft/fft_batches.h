/* workloads/fft/fft_batches.h -- a batch of sequences, and its way from and to
 * a matrix; part of fft_lanes.c.
 *
 * Rows are read and written WIDTH elements at a time, and transposed in
 * registers. The last WIDTH elements of a row may overlap those before: they
 * are copied twice.
 */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_BATCHES_H
#define QUADRILLE_WORKLOADS_FFT_FFT_BATCHES_H

#include "workloads/fft/fft_sequences.h"
#include "workloads/fft/fft_vectors.h"

/* LANES sequences. */
typedef struct batch {
    real *first;
    ptrdiff_t stride;
} batch;

/* From element k to k, or to the last WIDTH of n. */
static inline int64_t whole_vector(int64_t k, int64_t n)
{
    return k + WIDTH <= n ? k : n - WIDTH;
}

static void read_rows(const batch *rows, int64_t n, pair *to)
{
    const ptrdiff_t row = 2 * rows->stride;

    for (int64_t at = 0; at < n; at += WIDTH) {
        const int64_t k = whole_vector(at, n);
        lanes part[2][WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            part[0][i] = load(rows->first + row * i + 2 * k);
            part[1][i] = load(rows->first + row * (WIDTH + i) + 2 * k);
        }
        transpose(part[0]);
        transpose(part[1]);
        for (int i = 0; i < WIDTH; i++)
            to[k + i] = split(part[0][i], part[1][i]);
    }
}

/* Output k is at position[k]. */
static void write_rows(const batch *rows, int64_t n, const int32_t *position,
                       const pair *from)
{
    const ptrdiff_t row = 2 * rows->stride;

    for (int64_t at = 0; at < n; at += WIDTH) {
        const int64_t k = whole_vector(at, n);
        lanes part[2][WIDTH];
        for (int i = 0; i < WIDTH; i++)
            join(from[position[k + i]], &part[0][i], &part[1][i]);
        transpose(part[0]);
        transpose(part[1]);
        for (int i = 0; i < LANES; i++)
            store(rows->first + row * i + 2 * k, part[i / WIDTH][i % WIDTH]);
    }
}

/* Element k of all columns. */
static inline pair read_columns(const batch *columns, int64_t k)
{
    const real *at = columns->first + 2 * columns->stride * k;

    return split(load(at), load(at + LANES));
}

static inline void write_columns(const batch *columns, int64_t k, pair x)
{
    real *at = columns->first + 2 * columns->stride * k;
    lanes first, last;

    join(x, &first, &last);
    store(at, first);
    store(at + LANES, last);
}

#endif
