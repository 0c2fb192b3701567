/* workloads/fft2d/fft2d.c -- a Fourier transform in two dimensions.
 *
 * Source: [ponnusamy1992, Sec. 3.5]: the rows of an n x n matrix are
 * distributed; each rank transforms its rows, all exchange blocks so that the
 * columns are rows, and each rank transforms these. The result stays
 * transposed, or a second exchange puts it into natural order.
 *
 * Where p does not divide n, each rank has ceil(n / p) rows, of which the last
 * ones are padding: all blocks are of one length, as a complete exchange has
 * them. The paper does not say the precision; its times fit complex numbers of
 * 8 bytes.
 */
#include "workloads/fft2d/fft2d.h"

static const char *const precisions[] = {
    [QDR_SINGLE] = "single", [QDR_DOUBLE] = "double", NULL};
static const char *const orders[] = {"transposed", "natural", NULL};

enum { ARITHMETIC, ORDER, SIDE };
static const qdr_parameter parameters[] = {
    [ORDER] = {.name = "order",
               .plural = "orders",
               .summary = "of the result; natural takes a second exchange",
               .type = QDR_WORD,
               .default_value = "transposed",
               .words = orders},
    [ARITHMETIC] = {.name = "arithmetic",
                    .plural = "arithmetics",
                    .summary = "of the numbers: complex, of 8 or 16 bytes",
                    .type = QDR_WORD,
                    .default_value = "single",
                    .words = precisions},
    [SIDE] = {.name = "side",
              .plural = "sides",
              .summary = "rows and columns of the matrix, 2^a 3^b 5^c",
              .type = QDR_INTEGER,
              .default_value = "256",
              .min = QDR_FFT_MIN,
              .max = QDR_FFT_MAX},
    {0}};

qdr_fft2d qdr_fft2d_of(const qdr_workload_input *input)
{
    qdr_fft2d of = {
        .n = qdr_values_integer(input->values, SIDE),
        .precision =
            (qdr_precision)qdr_values_integer(input->values, ARITHMETIC),
        .is_natural = qdr_values_integer(input->values, ORDER) == 1};

    of.complex_bytes = of.precision == QDR_SINGLE ? 8 : 16;
    of.rows = (of.n + input->procs - 1) / input->procs;
    return of;
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    const qdr_fft2d of = qdr_fft2d_of(input);

    if (qdr_fft_is_length(of.n))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "side: %lld; accepted: " QDR_FFT_LENGTHS, (long long)of.n,
                    QDR_FFT_MIN, QDR_FFT_MAX);
}

static int64_t block_bytes(const qdr_workload_input *input)
{
    const qdr_fft2d of = qdr_fft2d_of(input);

    return of.rows * of.rows * of.complex_bytes;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    const double messages = (double)input->procs * (input->procs - 1);

    return (qdr_amount){messages, messages * (double)block_bytes(input)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_status status = check(input, error);

    if (status == QDR_OK)
        status = qdr_pattern_init_complete(&traffic->pattern, input->procs,
                                           block_bytes(input), error);
    return status;
}

const qdr_workload qdr_workload_fft2d = {
    .name = "fft2d",
    .summary = "the transpositions of a Fourier transform of a matrix",
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
    .application = &qdr_fft2d_application,
};
