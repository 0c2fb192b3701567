/* workloads/fft/fft.c -- tables, and the widest vectors; see fft.h. */
#include "workloads/fft/fft.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/fft/fft_lanes.h"
#include "workloads/fft/fft_radices.h"

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
    int32_t *outputs; /* the tables' positions and orders */
    void *twiddles[QDR_FFT_MAX_PASSES];
    void *scratch;
    char *few; /* [lanes][n], for fewer sequences than lanes */
};

/* Output k, with digits k1 + r1 (k2 + r2 (...)), is at k1 n/r1 + k2 n/(r1 r2)
 * + ...; backward it is output -k mod n. */
static void fill_outputs(qdr_fft_tables *tables, int32_t *outputs)
{
    const int64_t n = tables->n;
    int32_t *position[2] = {outputs, outputs + n};
    int32_t *order[2] = {outputs + 2 * n, outputs + 3 * n};

    for (int64_t k = 0; k < n; k++) {
        const int64_t back = k == 0 ? 0 : n - k;
        int64_t digits = k, block = n, at = 0;
        for (int p = 0; p < tables->num_passes; p++) {
            block /= tables->radix[p];
            at += digits % tables->radix[p] * block;
            digits /= tables->radix[p];
        }
        position[QDR_FORWARD][k] = position[QDR_BACKWARD][back] = (int32_t)at;
        order[QDR_FORWARD][at] = (int32_t)k;
        order[QDR_BACKWARD][at] = (int32_t)back;
    }
    for (int i = 0; i < 2; i++) {
        tables->position[i] = position[i];
        tables->order[i] = order[i];
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
    const size_t batch_bytes =
        (size_t)tables->n * (size_t)fft->num_lanes * fft->complex_bytes;
    int64_t m = tables->n;

    fft->outputs = malloc((size_t)m * 4 * sizeof *fft->outputs);
    fft->scratch = new_room(batch_bytes);
    fft->few = new_room(batch_bytes);
    if (fft->outputs == NULL || fft->scratch == NULL || fft->few == NULL)
        return false;
    fill_outputs(tables, fft->outputs);
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

bool qdr_fft_is_length(int64_t n)
{
    static const int primes[] = {2, 3, 5};

    if (n < QDR_FFT_MIN || n > QDR_FFT_MAX)
        return false;
    for (int i = 0; i < 3; i++)
        while (n % primes[i] == 0)
            n /= primes[i];
    return n == 1;
}

qdr_status qdr_fft_new(qdr_fft **out_fft, int64_t n, qdr_precision precision,
                       int lane_bytes, qdr_error *error)
{
    const variant *found = find_variant(lane_bytes);
    qdr_fft *fft;

    if (!qdr_fft_is_length(n))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "a transform of length %lld; accepted: " QDR_FFT_LENGTHS,
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
    fft->tables.num_passes = qdr_fft_choose_radices(n, fft->tables.radix);
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
    free(fft->outputs);
    free(fft->scratch);
    free(fft->few);
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
    ptrdiff_t distance = all.orientation == QDR_ROWS ? all.stride : 1;

    all.first = (char *)all.first + index * distance * (ptrdiff_t)complex_bytes;
    return all;
}

/* Copies `count` sequences of length n; both in the same orientation. */
static void copy(qdr_sequences from, qdr_sequences to, int64_t n, int64_t count,
                 size_t complex_bytes)
{
    const bool is_rows = from.orientation == QDR_ROWS;
    const int64_t height = is_rows ? count : n, width = is_rows ? n : count;
    const ptrdiff_t from_bytes = from.stride * (ptrdiff_t)complex_bytes;
    const ptrdiff_t to_bytes = to.stride * (ptrdiff_t)complex_bytes;

    for (int64_t i = 0; i < height; i++)
        memcpy((char *)to.first + i * to_bytes,
               (const char *)from.first + i * from_bytes,
               (size_t)width * complex_bytes);
}

/* Transforms `count` sequences, fewer than there are lanes, among others: all
 * zero. */
static void run_few(const qdr_fft *fft, qdr_fft_batch *batch,
                    qdr_direction direction, int64_t count, qdr_sequences from,
                    qdr_sequences to)
{
    const int64_t n = fft->tables.n, lanes = fft->num_lanes;
    const qdr_sequences in = {fft->few, from.orientation,
                              from.orientation == QDR_ROWS ? n : lanes};
    const qdr_sequences out = {fft->few, to.orientation,
                               to.orientation == QDR_ROWS ? n : lanes};

    memset(fft->few, 0, (size_t)(n * lanes) * fft->complex_bytes);
    copy(from, in, n, count, fft->complex_bytes);
    batch(&fft->tables, direction, in, out, fft->scratch);
    copy(out, to, n, count, fft->complex_bytes);
}

void qdr_fft_run(const qdr_fft *fft, qdr_direction direction, int64_t count,
                 qdr_sequences from, qdr_sequences to)
{
    qdr_precision precision = fft->complex_bytes == 8 ? QDR_SINGLE : QDR_DOUBLE;
    qdr_fft_batch *batch = fft->variant->batch[precision];
    int64_t i = 0;

    for (; i + fft->num_lanes <= count; i += fft->num_lanes)
        batch(&fft->tables, direction, from_index(from, i, fft->complex_bytes),
              from_index(to, i, fft->complex_bytes), fft->scratch);
    if (i < count)
        run_few(fft, batch, direction, count - i,
                from_index(from, i, fft->complex_bytes),
                from_index(to, i, fft->complex_bytes));
}
