/* workloads/fft/fft.c -- tables, and the widest vectors; see fft.h. */
#include "workloads/fft/fft.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "workloads/fft/fft_lanes.h"

enum { CACHE_LINE = 64 };

/* One width of vectors. */
typedef struct variant {
    int lane_bytes;
    qdr_fft_batch *batch[QDR_NUM_PRECISIONS];
} variant;

/* The widest first. */
static const variant variants[] = {
#if defined __x86_64__
    {64, {qdr_fft_single_64, qdr_fft_double_64}},
    {32, {qdr_fft_single_32, qdr_fft_double_32}},
#endif
    {16, {qdr_fft_single_16, qdr_fft_double_16}},
    {0}};

struct qdr_fft {
    qdr_fft_tables tables;
    const variant *variant;
    int num_lanes;
    size_t complex_bytes;
    int32_t *position;
    void *twiddles[QDR_FFT_MAX_PASSES];
    void *scratch;
};

/* Radix 8 last, where no factors are needed; the rest of lg n in front, as 4,
 * or as 2 for n = 16 only. */
static void choose_radices(qdr_fft_tables *tables)
{
    int lg = __builtin_ctzll((unsigned long long)tables->n);
    int num_eights = lg / 3, left = lg % 3, p = 0;

    if (left == 1 && num_eights > 1) {
        tables->radix[p++] = 4;
        tables->radix[p++] = 4;
        num_eights--;
    } else if (left > 0) {
        tables->radix[p++] = 1 << left;
    }
    while (num_eights-- > 0)
        tables->radix[p++] = 8;
    tables->num_passes = p;
}

/* Output k, with digits k1 + r1 (k2 + r2 (...)), is at k1 n/r1 + k2 n/(r1 r2)
 * + ... */
static void fill_positions(const qdr_fft_tables *tables, int32_t *position)
{
    for (int64_t k = 0; k < tables->n; k++) {
        int64_t digits = k, block = tables->n, at = 0;
        for (int p = 0; p < tables->num_passes; p++) {
            block /= tables->radix[p];
            at += digits % tables->radix[p] * block;
            digits /= tables->radix[p];
        }
        position[k] = (int32_t)at;
    }
}

static void set_number(void *numbers, qdr_precision precision, int64_t index,
                       long double re, long double im)
{
    if (precision == QDR_SINGLE) {
        ((float *)numbers)[2 * index] = (float)re;
        ((float *)numbers)[2 * index + 1] = (float)im;
    } else {
        ((double *)numbers)[2 * index] = (double)re;
        ((double *)numbers)[2 * index + 1] = (double)im;
    }
}

static void fill_twiddles(int radix, int64_t m, qdr_precision precision,
                          void *twiddles)
{
    const long double circle = 6.283185307179586476925286766559L;
    int64_t index = 0;

    for (int64_t j = 0; j < m / radix; j++)
        for (int k = 1; k < radix; k++) {
            long double angle = circle * (long double)(j * k) / (long double)m;
            set_number(twiddles, precision, index++, cosl(angle), -sinl(angle));
        }
}

/* Rounded up to whole cache lines, as aligned_alloc wants it. */
static void *new_room(size_t bytes)
{
    return aligned_alloc(CACHE_LINE,
                         (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

static bool make_tables(qdr_fft *fft, qdr_precision precision)
{
    qdr_fft_tables *tables = &fft->tables;
    int64_t m = tables->n;

    fft->position = malloc((size_t)m * sizeof *fft->position);
    fft->scratch =
        new_room((size_t)m * (size_t)fft->num_lanes * fft->complex_bytes);
    if (fft->position == NULL || fft->scratch == NULL)
        return false;
    fill_positions(tables, fft->position);
    tables->position = fft->position;
    for (int p = 0; p < tables->num_passes - 1; p++) {
        int radix = tables->radix[p];
        fft->twiddles[p] =
            new_room((size_t)(m / radix * (radix - 1)) * fft->complex_bytes);
        if (fft->twiddles[p] == NULL)
            return false;
        fill_twiddles(radix, m, precision, fft->twiddles[p]);
        tables->twiddles[p] = fft->twiddles[p];
        m /= radix;
    }
    return true;
}

static const variant *find_variant(int lane_bytes)
{
    const variant *found = variants;

    while (found->lane_bytes != 0 &&
           (!qdr_fft_has_lanes(found->lane_bytes) ||
            (lane_bytes != 0 && lane_bytes != found->lane_bytes)))
        found++;
    return found->lane_bytes == 0 ? NULL : found;
}

qdr_status qdr_fft_new(qdr_fft **out_fft, int64_t n, qdr_precision precision,
                       int lane_bytes, qdr_error *error)
{
    const variant *found = find_variant(lane_bytes);
    qdr_fft *fft;

    if (n < QDR_FFT_MIN || n > QDR_FFT_MAX || (n & (n - 1)) != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "a transform of length %lld; accepted: powers of two "
                        "from %d to %d",
                        (long long)n, QDR_FFT_MIN, QDR_FFT_MAX);
    if (found == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "vectors of %d bytes; accepted: 16, 32 or 64, as far "
                        "as the processor has them",
                        lane_bytes);
    fft = calloc(1, sizeof *fft);
    if (fft == NULL)
        return qdr_fail_memory(error, "a transform");
    fft->tables.n = n;
    fft->variant = found;
    fft->complex_bytes = precision == QDR_SINGLE ? 8 : 16;
    fft->num_lanes = found->lane_bytes * 2 / (int)fft->complex_bytes;
    choose_radices(&fft->tables);
    if (!make_tables(fft, precision)) {
        qdr_fft_free(fft);
        return qdr_fail_memory(error, "the tables of a transform");
    }
    *out_fft = fft;
    return QDR_OK;
}

void qdr_fft_free(qdr_fft *fft)
{
    if (fft == NULL)
        return;
    free(fft->position);
    free(fft->scratch);
    for (int p = 0; p < QDR_FFT_MAX_PASSES; p++)
        free(fft->twiddles[p]);
    free(fft);
}

double qdr_fft_flops(const qdr_fft *fft, int64_t count)
{
    const double n = (double)fft->tables.n;

    return 5 * n * log2(n) * (double)count;
}

int qdr_fft_lane_bytes(const qdr_fft *fft)
{
    return fft->variant->lane_bytes;
}

/* The sequences from number `index` on. */
static qdr_sequences from_index(qdr_sequences all, int64_t index,
                                size_t complex_bytes)
{
    ptrdiff_t step = all.orientation == QDR_ROWS ? all.stride : 1;

    all.first = (char *)all.first + index * step * (ptrdiff_t)complex_bytes;
    return all;
}

void qdr_fft_run(const qdr_fft *fft, qdr_direction direction, int64_t count,
                 qdr_sequences from, qdr_sequences to)
{
    qdr_precision precision = fft->complex_bytes == 8 ? QDR_SINGLE : QDR_DOUBLE;
    qdr_fft_batch *batch = fft->variant->batch[precision];

    for (int64_t i = 0; i < count; i += fft->num_lanes) {
        int64_t left = count - i;
        batch(&fft->tables, direction,
              left < fft->num_lanes ? (int)left : fft->num_lanes,
              from_index(from, i, fft->complex_bytes),
              from_index(to, i, fft->complex_bytes), fft->scratch);
    }
}
