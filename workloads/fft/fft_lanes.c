/* workloads/fft/fft_lanes.c -- a batch of transforms, one in each lane.
 *
 * Compiled for each width and precision: QDR_LANES reals of type QDR_REAL in a
 * vector, QDR_BATCH the function's name. Every arithmetic instruction works on
 * as many sequences as a vector has reals, so no pass ever shuffles; only
 * reading and writing do.
 *
 * Source:  decimation in frequency [cooley1965], radices of fft_radices.def.
 * Idea:    element k of all sequences of the batch is a pair of vectors, their
 *          real and their imaginary parts. Passes work in place, each block
 *          wholly before the next one, so that small blocks stay in the first
 *          cache. They leave the outputs in digit-reversed order, which costs
 *          nothing: writing picks them up where they are. The first pass over
 *          columns reads the matrix, and the last one writes it, which saves
 *          two of five journeys through memory. Output k backward is output
 *          -k mod n forward.
 * Cost:    about 5 n lg n operations a sequence; a pass of radix 8 does the
 *          work of three of radix 2 in one journey through memory.
 */
#include "workloads/fft/fft_lanes.h"

#include "workloads/fft/fft_batches.h"
#include "workloads/fft/fft_butterflies.h"

/* A pass over one block of m elements; those of the matrix if `columns` is not
 * NULL. */
QDR_INLINE void pass(int radix, void (*butterfly)(pair *), const batch *columns,
                     pair *block, int64_t m, const real *twiddles)
{
    const int64_t distance = m / radix;

    for (int64_t j = 0; j < distance; j++) {
        pair x[MAX_RADIX];
        for (int i = 0; i < radix; i++)
            x[i] = columns == NULL ? block[j + i * distance]
                                   : read_columns(columns, j + i * distance);
        butterfly(x);
        block[j] = x[0];
        for (int i = 1; i < radix; i++, twiddles += 2)
            block[j + i * distance] = times(x[i], twiddles);
    }
}

/* The last pass, over all blocks of as many elements as its radix, m elements
 * in all. Element i is output order[i] of the matrix if `columns` is not NULL.
 */
QDR_INLINE void last_pass(int radix, void (*butterfly)(pair *),
                          const batch *columns, pair *blocks, int64_t m,
                          const int32_t *order)
{
    for (int64_t j = 0; j < m; j += radix) {
        pair x[MAX_RADIX];
        for (int i = 0; i < radix; i++)
            x[i] = blocks[j + i];
        butterfly(x);
        for (int i = 0; i < radix; i++)
            if (columns == NULL)
                blocks[j + i] = x[i];
            else
                write_columns(columns, order[j + i], x[i]);
    }
}

/* The four passes of each radix. */
#define QDR_RADIX(r, operations)                                               \
    static void middle_##r(pair *block, int64_t m, const real *twiddles)       \
    {                                                                          \
        pass(r, butterfly_##r, NULL, block, m, twiddles);                      \
    }                                                                          \
    static void first_##r(const batch *columns, pair *block, int64_t m,        \
                          const real *twiddles)                                \
    {                                                                          \
        pass(r, butterfly_##r, columns, block, m, twiddles);                   \
    }                                                                          \
    static void last_##r(pair *blocks, int64_t m)                              \
    {                                                                          \
        last_pass(r, butterfly_##r, NULL, blocks, m, NULL);                    \
    }                                                                          \
    static void last_to_##r(const batch *columns, pair *blocks, int64_t m,     \
                            const int32_t *order)                              \
    {                                                                          \
        last_pass(r, butterfly_##r, columns, blocks, m, order);                \
    }
#include "workloads/fft/fft_radices.def"
#undef QDR_RADIX

static const struct {
    void (*middle)(pair *block, int64_t m, const real *twiddles);
    void (*first)(const batch *columns, pair *block, int64_t m,
                  const real *twiddles);
    void (*last)(pair *blocks, int64_t m);
    void (*last_to)(const batch *columns, pair *blocks, int64_t m,
                    const int32_t *order);
} of_radix[] = {
#define QDR_RADIX(r, operations)                                               \
    [r] = {middle_##r, first_##r, last_##r, last_to_##r},
#include "workloads/fft/fft_radices.def"
#undef QDR_RADIX
};

/* One batch, on its way through all passes. */
typedef struct journey {
    const qdr_fft_tables *tables;
    const batch *from, *to; /* columns; NULL: rows */
    const int32_t *order;
} journey;

/* Passes number p and later over the block of m elements at `at`. The last pass
 * but one and the last go over all of it, which is small by then. */
static void passes(const journey *is, int p, pair *scratch, int64_t at,
                   int64_t m)
{
    const qdr_fft_tables *tables = is->tables;
    const int radix = tables->radix[p];
    pair *block = scratch + at;

    if (p == tables->num_passes - 1) {
        if (is->to == NULL)
            of_radix[radix].last(block, m);
        else
            of_radix[radix].last_to(is->to, block, m, is->order + at);
        return;
    }
    if (p == 0 && is->from != NULL)
        of_radix[radix].first(is->from, block, m, tables->twiddles[p]);
    else
        of_radix[radix].middle(block, m, tables->twiddles[p]);
    if (p == tables->num_passes - 2) {
        passes(is, p + 1, scratch, at, m);
        return;
    }
    for (int i = 0; i < radix; i++)
        passes(is, p + 1, scratch, at + m / radix * i, m / radix);
}

void QDR_BATCH(const qdr_fft_tables *tables, qdr_direction direction,
               qdr_sequences from, qdr_sequences to, void *scratch)
{
    const batch in = {from.first, from.stride}, out = {to.first, to.stride};
    const journey is = {tables, from.orientation == QDR_ROWS ? NULL : &in,
                        to.orientation == QDR_ROWS ? NULL : &out,
                        tables->order[direction]};

    if (from.orientation == QDR_ROWS)
        read_rows(&in, tables->n, scratch);
    passes(&is, 0, scratch, 0, tables->n);
    if (to.orientation == QDR_ROWS)
        write_rows(&out, tables->n, tables->position[direction], scratch);
}
