/* workloads/fft2d/fft2d_application.c -- transforms a matrix that is drawn, the
 * same on every machine. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "workloads/fft2d/fft2d.h"

static const uint64_t SEED = 0x6666743264; /* any */

static void free_state(void *context)
{
    qdr_fft2d_state *s = context;

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
void qdr_fft2d_element(const qdr_fft2d_state *s, int64_t row, int64_t column,
                       double *re, double *im)
{
    const uint64_t bits = qdr_mix64(SEED ^ (uint64_t)(row * s->of.n + column));

    *re = (double)(bits >> 40) / (1 << 23) - 1;
    *im = (double)(bits & 0xffffff) / (1 << 23) - 1;
}

static void set(const qdr_fft2d_state *s, char *numbers, int64_t at, double re,
                double im)
{
    if (s->of.precision == QDR_SINGLE) {
        ((float *)(void *)numbers)[2 * at] = (float)re;
        ((float *)(void *)numbers)[2 * at + 1] = (float)im;
    } else {
        ((double *)(void *)numbers)[2 * at] = re;
        ((double *)(void *)numbers)[2 * at + 1] = im;
    }
}

double qdr_fft2d_get(const qdr_fft2d_state *s, const char *numbers, int64_t at)
{
    return s->of.precision == QDR_SINGLE
               ? (double)((const float *)(const void *)numbers)[at]
               : ((const double *)(const void *)numbers)[at];
}

static void fill(const qdr_fft2d_state *s)
{
    const int64_t first = s->host->rank * s->of.rows;

    for (int64_t i = 0; i < s->count; i++)
        for (int64_t j = 0; j < s->of.n; j++) {
            double re, im;
            qdr_fft2d_element(s, first + i, j, &re, &im);
            set(s, s->input, i * s->of.n + j, re, im);
        }
}

/* Rows of a rank that are no padding; also its columns in a block. */
static int64_t columns_of(const qdr_fft2d_state *s, int rank)
{
    const int64_t left = s->of.n - rank * s->of.rows;

    return left < 0 ? 0 : left < s->of.rows ? left : s->of.rows;
}

static bool allocate(qdr_fft2d_state *s)
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
    qdr_fft2d_state *s = calloc(1, sizeof *s);
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "a Fourier transform");
    s->of = qdr_fft2d_of(input);
    s->host = host;
    s->count = columns_of(s, host->rank);
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

/* The block of `matrix` for a rank: its columns of this rank's rows. */
static void pack_block(const qdr_fft2d_state *s, const char *matrix, int rank,
                       char *to)
{
    const int64_t bytes = s->of.complex_bytes;
    const size_t width = (size_t)(columns_of(s, rank) * bytes);

    for (int64_t i = 0; i < s->count && width > 0; i++)
        memcpy(to + i * s->of.rows * bytes,
               matrix + (i * s->of.n + rank * s->of.rows) * bytes, width);
}

/* Blocks to s->columns, whose rows are those of all ranks. */
static qdr_status exchange(qdr_fft2d_state *s, const char *matrix,
                           qdr_error *error)
{
    const qdr_host *host = s->host;
    const int64_t block = s->of.rows * s->of.rows * s->of.complex_bytes;
    qdr_status status;

    host->enter(host->context, QDR_PHASE_PACK);
    for (int64_t i = 0; i < host->num_sends; i++)
        pack_block(s, matrix, host->sends[i].peer,
                   host->send + host->sends[i].displacement);
    pack_block(s, matrix, host->rank, s->columns + host->rank * block);
    host->worked(host->context, &(qdr_work){.copied_bytes = host->procs * block,
                                            .packed_blocks = host->procs});
    status = host->exchange(host->context, error);
    for (int64_t i = 0; i < host->num_receives && status == QDR_OK; i++)
        if (host->receives[i].peer != host->rank)
            memcpy(s->columns + host->receives[i].peer * block,
                   host->receive + host->receives[i].displacement,
                   (size_t)block);
    host->worked(host->context,
                 &(qdr_work){.copied_bytes = (host->procs - 1) * block,
                             .packed_blocks = host->procs - 1});
    host->enter(host->context, QDR_PHASE_COMPUTE);
    return status;
}

/* s->columns, transposed, as rows: natural order again. */
static void transpose(const qdr_fft2d_state *s, char *to)
{
    const size_t bytes = (size_t)s->of.complex_bytes;

    for (int64_t j = 0; j < s->of.n; j++)
        for (int64_t i = 0; i < s->count; i++)
            memcpy(to + (size_t)(i * s->of.n + j) * bytes,
                   s->columns + (size_t)(j * s->of.rows + i) * bytes, bytes);
    s->host->worked(
        s->host->context,
        &(qdr_work){.copied_bytes = s->count * s->of.n * (int64_t)bytes});
}

/* Sequences of this rank. */
static void transform(const qdr_fft2d_state *s, qdr_direction direction,
                      qdr_sequences from, qdr_sequences to)
{
    qdr_fft_run(s->fft, direction, s->count, from, to);
    s->host->worked(s->host->context,
                    &(qdr_work){.flops = qdr_fft_flops(s->fft, s->count)});
}

qdr_status qdr_fft2d_transform(qdr_fft2d_state *s, qdr_direction direction,
                               char *from, char *to, qdr_error *error)
{
    const qdr_sequences input = {from, QDR_ROWS, s->of.n};
    const qdr_sequences work = {s->work, QDR_ROWS, s->of.n};
    const qdr_sequences columns = {s->columns, QDR_COLUMNS, s->of.rows};
    const qdr_sequences result = {to, QDR_ROWS, s->of.n};
    qdr_status status;

    transform(s, direction, input, work);
    status = exchange(s, s->work, error);
    if (status != QDR_OK)
        return status;
    transform(s, direction, columns, s->of.is_natural ? work : result);
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
    qdr_fft2d_state *s = context;

    return qdr_fft2d_transform(s, QDR_FORWARD, s->input, s->result, error);
}

static int count(const void *context, qdr_counter *counts)
{
    const qdr_fft2d_state *s = context;

    counts[0] = (qdr_counter){
        "answer",
        qdr_answer_digest(s->result, s->count * s->of.n * s->of.complex_bytes)};
    return 1;
}

const qdr_application qdr_fft2d_application = {.new_state = new_state,
                                               .free_state = free_state,
                                               .run = run,
                                               .check = qdr_fft2d_check,
                                               .count = count};
