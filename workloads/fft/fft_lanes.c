/* workloads/fft/fft_lanes.c -- a batch of transforms, one in each lane.
 *
 * Compiled for each width and precision: QDR_LANES reals of type QDR_REAL in a
 * vector, QDR_BATCH the function's name. Every arithmetic instruction works on
 * as many sequences as a vector has reals, so no pass ever shuffles; only
 * reading and writing do.
 *
 * Source:  decimation in frequency [cooley1965], radices 8, 4 and 2.
 * Idea:    element k of all sequences of the batch is a pair of vectors, their
 *          real and their imaginary parts. Passes work in place, each block
 *          wholly before the next one, so that small blocks stay in the first
 *          cache. They leave the outputs in digit-reversed order, which costs
 *          nothing: writing picks them up where they are. Backward is forward
 *          with real and imaginary parts exchanged on the way in and out.
 * Cost:    about 5 n lg n operations a sequence; a pass of radix 8 does the
 *          work of three of radix 2 in one journey through memory.
 */
#include "workloads/fft/fft_lanes.h"

#include <string.h>

#include "workloads/fft/fft_vectors.h"

/* Lanes without a sequence read the last sequence again. */
static void read_rows(int64_t n, int count, bool is_backward, const real *first,
                      ptrdiff_t stride, pair *to)
{
    const real *row[LANES];

    for (int i = 0; i < LANES; i++)
        row[i] = first + 2 * stride * (i < count ? i : count - 1);
    for (int64_t k = 0; k < n; k += WIDTH) {
        lanes part[2][WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            part[0][i] = load(row[i] + 2 * k);
            part[1][i] = load(row[WIDTH + i] + 2 * k);
        }
        transpose(part[0]);
        transpose(part[1]);
        for (int i = 0; i < WIDTH; i++)
            to[k + i] = split(part[0][i], part[1][i], is_backward);
    }
}

static void write_rows(const qdr_fft_tables *tables, int count,
                       bool is_backward, const pair *from, real *first,
                       ptrdiff_t stride)
{
    for (int64_t k = 0; k < tables->n; k += WIDTH) {
        lanes part[2][WIDTH];
        for (int i = 0; i < WIDTH; i++)
            join(from[tables->position[k + i]], is_backward, &part[0][i],
                 &part[1][i]);
        transpose(part[0]);
        transpose(part[1]);
        for (int i = 0; i < LANES; i++)
            if (i < count)
                store(first + 2 * (stride * i + k), part[i / WIDTH][i % WIDTH]);
    }
}

static void read_columns(int64_t n, int count, bool is_backward,
                         const real *first, ptrdiff_t stride, pair *to)
{
    real few[2 * LANES] = {0};

    for (int64_t k = 0; k < n; k++) {
        const real *at = first + 2 * stride * k;
        if (count < LANES)
            at = memcpy(few, at, (size_t)count * 2 * sizeof(real));
        to[k] = split(load(at), load(at + LANES), is_backward);
    }
}

static void write_columns(const qdr_fft_tables *tables, int count,
                          bool is_backward, const pair *from, real *first,
                          ptrdiff_t stride)
{
    for (int64_t k = 0; k < tables->n; k++) {
        real *at = first + 2 * stride * k;
        lanes part[2];
        join(from[tables->position[k]], is_backward, &part[0], &part[1]);
        if (count < LANES) {
            memcpy(at, part, (size_t)count * 2 * sizeof(real));
            continue;
        }
        store(at, part[0]);
        store(at + LANES, part[1]);
    }
}

static inline pair plus(pair a, pair b)
{
    return (pair){a.re + b.re, a.im + b.im};
}

static inline pair minus(pair a, pair b)
{
    return (pair){a.re - b.re, a.im - b.im};
}

/* Times -i. */
static inline pair turn(pair a)
{
    return (pair){a.im, -a.re};
}

/* Times e^(-2 pi i / 8), and times e^(-6 pi i / 8). */
static inline pair turn_half(pair a)
{
    const real root = (real)0.70710678118654752440;

    return (pair){(a.re + a.im) * root, (a.im - a.re) * root};
}

static inline pair turn_more(pair a)
{
    const real root = (real)0.70710678118654752440;

    return (pair){(a.im - a.re) * root, (a.re + a.im) * -root};
}

/* Times a complex number that is the same for all sequences. */
static inline pair times(pair a, const real *w)
{
    return (pair){a.re * w[0] - a.im * w[1], a.re * w[1] + a.im * w[0]};
}

static inline void butterfly_2(pair *x)
{
    const pair a = x[0];

    x[0] = plus(a, x[1]);
    x[1] = minus(a, x[1]);
}

static inline void butterfly_4(pair *x)
{
    const pair a = plus(x[0], x[2]), b = minus(x[0], x[2]);
    const pair c = plus(x[1], x[3]), d = turn(minus(x[1], x[3]));

    x[0] = plus(a, c);
    x[1] = plus(b, d);
    x[2] = minus(a, c);
    x[3] = minus(b, d);
}

static inline void butterfly_8(pair *x)
{
    pair even[4] = {plus(x[0], x[4]), plus(x[1], x[5]), plus(x[2], x[6]),
                    plus(x[3], x[7])};
    pair odd[4] = {minus(x[0], x[4]), turn_half(minus(x[1], x[5])),
                   turn(minus(x[2], x[6])), turn_more(minus(x[3], x[7]))};

    butterfly_4(even);
    butterfly_4(odd);
    for (int i = 0; i < 4; i++) {
        x[2 * i] = even[i];
        x[2 * i + 1] = odd[i];
    }
}

static inline void butterfly(int radix, pair *x)
{
    if (radix == 8)
        butterfly_8(x);
    else if (radix == 4)
        butterfly_4(x);
    else
        butterfly_2(x);
}

/* A pass over one block of m elements. */
static inline __attribute__((always_inline)) void
pass(int radix, pair *block, int64_t m, const real *twiddles)
{
    const int64_t step = m / radix;

    for (int64_t j = 0; j < step; j++) {
        pair x[8];
        for (int i = 0; i < radix; i++)
            x[i] = block[j + i * step];
        butterfly(radix, x);
        block[j] = x[0];
        for (int i = 1; i < radix; i++, twiddles += 2)
            block[j + i * step] = times(x[i], twiddles);
    }
}

/* The last pass, over all blocks of as many elements as its radix. */
static inline __attribute__((always_inline)) void
last_pass(int radix, pair *blocks, int64_t m)
{
    for (int64_t j = 0; j < m; j += radix) {
        pair x[8];
        for (int i = 0; i < radix; i++)
            x[i] = blocks[j + i];
        butterfly(radix, x);
        for (int i = 0; i < radix; i++)
            blocks[j + i] = x[i];
    }
}

static void one_pass(int radix, pair *block, int64_t m, const real *twiddles)
{
    if (radix == 8)
        pass(8, block, m, twiddles);
    else if (radix == 4)
        pass(4, block, m, twiddles);
    else
        pass(2, block, m, twiddles);
}

/* Passes number p and later over one block of m elements. The last pass but one
 * and the last go over all of it, which is small by then. */
static void passes(const qdr_fft_tables *tables, int p, pair *block, int64_t m)
{
    const int radix = tables->radix[p];

    if (p == tables->num_passes - 1) {
        last_pass(8, block, m);
        return;
    }
    one_pass(radix, block, m, tables->twiddles[p]);
    if (p == tables->num_passes - 2) {
        passes(tables, p + 1, block, m);
        return;
    }
    for (int i = 0; i < radix; i++)
        passes(tables, p + 1, block + m / radix * i, m / radix);
}

void QDR_BATCH(const qdr_fft_tables *tables, qdr_direction direction, int count,
               qdr_sequences from, qdr_sequences to, void *scratch)
{
    const bool is_backward = direction == QDR_BACKWARD;

    (from.orientation == QDR_ROWS ? read_rows : read_columns)(
        tables->n, count, is_backward, from.first, from.stride, scratch);
    passes(tables, 0, scratch, tables->n);
    (to.orientation == QDR_ROWS ? write_rows : write_columns)(
        tables, count, is_backward, scratch, to.first, to.stride);
}
