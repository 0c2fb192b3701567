/* workloads/fft2d/fft2d_application.c -- transforms, and checks the answer.
 *
 * The answer is held against the definition, at one place a rank; against
 * Parseval's theorem; and, transformed back by the same exchanges, against what
 * it was made from.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/rng.h"
#include "workloads/fft2d/fft2d.h"

typedef struct state {
    qdr_fft2d of;
    const qdr_host *host;
    uint64_t seed;
    int64_t count; /* this rank's rows that are no padding */
    qdr_fft *fft;
    char *input; /* [rows][n], as the others, but for */
    char *work;
    char *columns; /* [procs * rows][rows] */
    char *result;
    char *back; /* for the check */
} state;

static void free_state(void *context)
{
    state *s = context;

    if (s == NULL)
        return;
    qdr_fft_free(s->fft);
    free(s->input);
    free(s->work);
    free(s->columns);
    free(s->result);
    free(s->back);
    free(s);
}

/* Each part between -1 and 1. */
static void element(const state *s, int64_t row, int64_t column, double *re,
                    double *im)
{
    const uint64_t bits =
        qdr_mix64(qdr_mix64(s->seed + 1) ^ (uint64_t)(row * s->of.n + column));

    *re = (double)(bits >> 40) / (1 << 23) - 1;
    *im = (double)(bits & 0xffffff) / (1 << 23) - 1;
}

static void set(const state *s, char *numbers, int64_t at, double re, double im)
{
    if (s->of.precision == QDR_SINGLE) {
        ((float *)(void *)numbers)[2 * at] = (float)re;
        ((float *)(void *)numbers)[2 * at + 1] = (float)im;
    } else {
        ((double *)(void *)numbers)[2 * at] = re;
        ((double *)(void *)numbers)[2 * at + 1] = im;
    }
}

static double get(const state *s, const char *numbers, int64_t at)
{
    return s->of.precision == QDR_SINGLE
               ? (double)((const float *)(const void *)numbers)[at]
               : ((const double *)(const void *)numbers)[at];
}

static void fill(const state *s)
{
    const int64_t first = s->host->rank * s->of.rows;

    for (int64_t i = 0; i < s->count; i++)
        for (int64_t j = 0; j < s->of.n; j++) {
            double re, im;
            element(s, first + i, j, &re, &im);
            set(s, s->input, i * s->of.n + j, re, im);
        }
}

static bool allocate(state *s)
{
    const size_t bytes = (size_t)(s->of.rows * s->of.n * s->of.complex_bytes);
    const size_t padded = (size_t)(s->of.rows * s->of.rows * s->host->procs *
                                   s->of.complex_bytes);

    s->input = calloc(1, bytes);
    s->work = calloc(1, bytes);
    s->columns = calloc(1, padded);
    s->result = calloc(1, bytes);
    s->back = calloc(1, bytes);
    return s->input != NULL && s->work != NULL && s->columns != NULL &&
           s->result != NULL && s->back != NULL;
}

static qdr_status new_state(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    state *s = calloc(1, sizeof *s);
    int64_t left;
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "a Fourier transform");
    s->of = qdr_fft2d_of(input);
    s->host = host;
    s->seed = input->seed;
    left = s->of.n - host->rank * s->of.rows;
    s->count = left < 0 ? 0 : left < s->of.rows ? left : s->of.rows;
    status = qdr_fft_new(&s->fft, s->of.n, s->of.precision, 0, error);
    if (status == QDR_OK && !allocate(s))
        status = qdr_fail_memory(error, "a Fourier transform");
    if (status != QDR_OK) {
        free_state(s);
        return status;
    }
    fill(s);
    /* Padding travels, too. */
    for (int64_t i = 0; i < host->num_sends; i++)
        memset(host->send + host->sends[i].displacement, 0,
               (size_t)host->sends[i].bytes);
    *out_state = s;
    return QDR_OK;
}

/* Columns that are no padding in the block for a rank. */
static int64_t columns_of(const state *s, int rank)
{
    const int64_t left = s->of.n - rank * s->of.rows;

    return left < 0 ? 0 : left < s->of.rows ? left : s->of.rows;
}

/* The block of `matrix` for a rank: its columns of this rank's rows. */
static void pack_block(const state *s, const char *matrix, int rank, char *to)
{
    const int64_t bytes = s->of.complex_bytes;
    const size_t width = (size_t)(columns_of(s, rank) * bytes);

    for (int64_t i = 0; i < s->count && width > 0; i++)
        memcpy(to + i * s->of.rows * bytes,
               matrix + (i * s->of.n + rank * s->of.rows) * bytes, width);
}

/* Blocks to s->columns, whose rows are those of all ranks. */
static qdr_status exchange(state *s, const char *matrix, qdr_error *error)
{
    const qdr_host *host = s->host;
    const int64_t block = s->of.rows * s->of.rows * s->of.complex_bytes;
    qdr_status status;

    host->enter(host->context, QDR_PHASE_PACK);
    for (int64_t i = 0; i < host->num_sends; i++)
        pack_block(s, matrix, host->sends[i].peer,
                   host->send + host->sends[i].displacement);
    pack_block(s, matrix, host->rank, s->columns + host->rank * block);
    status = host->exchange(host->context, error);
    for (int64_t i = 0; i < host->num_receives && status == QDR_OK; i++)
        if (host->receives[i].peer != host->rank)
            memcpy(s->columns + host->receives[i].peer * block,
                   host->receive + host->receives[i].displacement,
                   (size_t)block);
    host->enter(host->context, QDR_PHASE_COMPUTE);
    return status;
}

/* s->columns, transposed, as rows: natural order again. */
static void transpose(const state *s, char *to)
{
    const size_t bytes = (size_t)s->of.complex_bytes;

    for (int64_t j = 0; j < s->of.n; j++)
        for (int64_t i = 0; i < s->count; i++)
            memcpy(to + (size_t)(i * s->of.n + j) * bytes,
                   s->columns + (size_t)(j * s->of.rows + i) * bytes, bytes);
}

static qdr_status transform(state *s, qdr_direction direction, char *from,
                            char *to, qdr_error *error)
{
    const qdr_sequences input = {from, QDR_ROWS, s->of.n};
    const qdr_sequences work = {s->work, QDR_ROWS, s->of.n};
    const qdr_sequences columns = {s->columns, QDR_COLUMNS, s->of.rows};
    const qdr_sequences result = {to, QDR_ROWS, s->of.n};
    qdr_status status;

    qdr_fft_run(s->fft, direction, s->count, input, work);
    status = exchange(s, s->work, error);
    if (status != QDR_OK)
        return status;
    qdr_fft_run(s->fft, direction, s->count, columns,
                s->of.is_natural ? work : result);
    if (!s->of.is_natural)
        return QDR_OK;
    status = exchange(s, s->work, error);
    s->host->enter(s->host->context, QDR_PHASE_PACK);
    if (status == QDR_OK)
        transpose(s, to);
    s->host->enter(s->host->context, QDR_PHASE_COMPUTE);
    return status;
}

static qdr_status run(void *context, qdr_error *error)
{
    state *s = context;

    return transform(s, QDR_FORWARD, s->input, s->result, error);
}

/* How far a result may be off, as a share of its mean: rounding grows with the
 * root of lg n in each dimension. */
static double tolerance(const state *s)
{
    return (s->of.precision == QDR_SINGLE ? 6e-8 : 1.2e-16) * 8 *
           log2((double)s->of.n);
}

/* By the definition, for row k and column l. */
static void define(const state *s, int64_t k, int64_t l, double *re, double *im)
{
    const int64_t n = s->of.n;
    const double circle = -6.283185307179586;

    *re = *im = 0;
    for (int64_t i = 0; i < n; i++) {
        double row_re = 0, row_im = 0, x, y;
        double turn = circle * (double)(i * k % n) / (double)n;
        for (int64_t j = 0; j < n; j++) {
            double angle = circle * (double)(j * l % n) / (double)n;
            element(s, i, j, &x, &y);
            row_re += x * cos(angle) - y * sin(angle);
            row_im += x * sin(angle) + y * cos(angle);
        }
        *re += row_re * cos(turn) - row_im * sin(turn);
        *im += row_re * sin(turn) + row_im * cos(turn);
    }
}

static qdr_status check_definition(const state *s, qdr_error *error)
{
    const int64_t n = s->of.n, first = s->host->rank * s->of.rows;
    double re, im, distance;
    int64_t i, j;

    if (s->count == 0)
        return QDR_OK;
    i = (int64_t)(qdr_mix64(s->seed + 7) % (uint64_t)s->count);
    j = (int64_t)(qdr_mix64(s->seed + 77) % (uint64_t)n);
    if (s->of.is_natural)
        define(s, first + i, j, &re, &im);
    else
        define(s, j, first + i, &re, &im);
    distance = hypot(get(s, s->result, 2 * (i * n + j)) - re,
                     get(s, s->result, 2 * (i * n + j) + 1) - im);
    /* The mean of its length is about n. */
    if (distance <= 4 * tolerance(s) * (double)n)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "fft2d: element %lld of row %lld is %g from what the "
                    "definition gives, %g %+g i",
                    (long long)j, (long long)(first + i), distance, re, im);
}

/* Of this rank's rows: their squares, and those of what differs between the
 * matrix and n^2 times the input. */
static void add_squares(const state *s, const char *matrix, double *squares,
                        double *differences)
{
    const double scale = (double)s->of.n * (double)s->of.n;

    *squares = *differences = 0;
    for (int64_t i = 0; i < 2 * s->count * s->of.n; i++) {
        double x = get(s, matrix, i);
        double d = x - scale * get(s, s->input, i);
        *squares += x * x;
        *differences += d * d;
    }
}

static qdr_status check(void *context, qdr_error *error)
{
    state *s = context;
    const double scale = (double)s->of.n * (double)s->of.n;
    const double rounding = 1.2e-16 * scale; /* of the sums themselves, at most
                                              */
    double sums[3], ignored;
    qdr_error own = {""};
    qdr_status definition = check_definition(s, &own), status;

    /* Collective, whatever this rank found. */
    status = transform(s, QDR_BACKWARD, s->result, s->back, error);
    add_squares(s, s->input, &sums[0], &ignored);
    add_squares(s, s->result, &sums[1], &ignored);
    add_squares(s, s->back, &ignored, &sums[2]);
    if (status == QDR_OK)
        status = s->host->reduce(s->host->context, QDR_SUM, 3, sums, error);
    if (status != QDR_OK)
        return status;
    if (definition != QDR_OK) {
        *error = own;
        return definition;
    }
    if (!(fabs(sums[1] / (scale * sums[0]) - 1) <= tolerance(s) + rounding))
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "fft2d: the squares of the result are %.9g times those "
                        "of the input; by Parseval's theorem %.9g",
                        sums[1] / sums[0], scale);
    if (!(sqrt(sums[2] / sums[0]) / scale <= tolerance(s)))
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "fft2d: transformed back, it differs from the input by "
                        "%.3g of it; accepted: %.3g",
                        sqrt(sums[2] / sums[0]) / scale, tolerance(s));
    return QDR_OK;
}

static int count(const void *context, qdr_count *counts)
{
    const state *s = context;

    counts[0] = (qdr_count){
        "answer",
        qdr_answer_digest(s->result, s->count * s->of.n * s->of.complex_bytes)};
    return 1;
}

const qdr_application qdr_fft2d_application = {.new_state = new_state,
                                               .free_state = free_state,
                                               .run = run,
                                               .check = check,
                                               .count = count};
