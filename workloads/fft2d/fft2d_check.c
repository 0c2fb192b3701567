/* workloads/fft2d/fft2d_check.c -- whether a transform is one.
 *
 * A row of some ranks is compared with the definition; all of it with
 * Parseval's theorem; and, transformed back by the same exchanges, against what
 * it was made from.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "workloads/fft2d/fft2d.h"

/* Max ranks that compare a row with the definition: a row depends on all of the
 * input, so it takes n^2 sums, and a simulated machine's ranks take turns. */
enum { MAX_RANKS_WITH_A_ROW = 8 };

/* Max error of a result, as a share of its mean: rounding grows with lg n at
 * most. */
static double tolerance(const qdr_fft2d_state *s)
{
    return (s->of.precision == QDR_SINGLE ? 6e-8 : 1.2e-16) * 8 *
           log2((double)s->of.n);
}

/* The work space of the definition: roots[n] of unity, and sums[n], complex. */
typedef struct definition {
    double *roots, *sums;
} definition;

static bool definition_init(definition *d, int64_t n)
{
    const double circle = -6.283185307179586;

    d->roots = malloc((size_t)n * 2 * sizeof *d->roots);
    d->sums = calloc((size_t)n * 2, sizeof *d->sums);
    if (d->roots == NULL || d->sums == NULL)
        return false;
    for (int64_t k = 0; k < n; k++) {
        d->roots[2 * k] = cos(circle * (double)k / (double)n);
        d->roots[2 * k + 1] = sin(circle * (double)k / (double)n);
    }
    return true;
}

static void definition_cleanup(definition *d)
{
    free(d->roots);
    free(d->sums);
}

/* sum += (re, im) times root number `index`. */
static void add(const definition *d, int64_t index, double re, double im,
                double *sum)
{
    const double *root = d->roots + 2 * index;

    sum[0] += re * root[0] - im * root[1];
    sum[1] += re * root[1] + im * root[0];
}

/* For one k: sums_j = sum_i x(i, j) root^(i k) in natural order; of a result
 * that is transposed, sum_i x(j, i) root^(i k). */
static void add_lines(const qdr_fft2d_state *s, int64_t k, definition *d)
{
    const int64_t n = s->of.n;
    double re, im;

    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            if (s->of.is_natural)
                qdr_fft2d_element(s, i, j, &re, &im);
            else
                qdr_fft2d_element(s, j, i, &re, &im);
            add(d, i * k % n, re, im, d->sums + 2 * j);
        }
}

/* The max distance of this rank's row `row` from the definition. */
static double distance_of_row(const qdr_fft2d_state *s, int64_t row,
                              definition *d)
{
    const int64_t n = s->of.n;
    double largest = 0;

    add_lines(s, s->host->rank * s->of.rows + row, d);
    for (int64_t l = 0; l < n; l++) {
        double is[2] = {0, 0}, distance;
        for (int64_t j = 0; j < n; j++)
            add(d, j * l % n, d->sums[2 * j], d->sums[2 * j + 1], is);
        distance =
            hypot(qdr_fft2d_get(s, s->result, 2 * (row * n + l)) - is[0],
                  qdr_fft2d_get(s, s->result, 2 * (row * n + l) + 1) - is[1]);
        /* Also if it is no number. */
        if (!(distance <= largest))
            largest = distance;
    }
    return largest;
}

/* Every k-th rank, beginning with 0. */
static bool has_a_row(const qdr_fft2d_state *s)
{
    int k = (s->host->procs - 1) / MAX_RANKS_WITH_A_ROW + 1;

    return s->count > 0 && s->host->rank % k == 0;
}

static qdr_status check_definition(const qdr_fft2d_state *s, qdr_error *error)
{
    definition d = {0};
    int64_t row;
    double distance;

    if (!has_a_row(s))
        return QDR_OK;
    if (!definition_init(&d, s->of.n)) {
        definition_cleanup(&d);
        return qdr_fail_memory(error, "the definition of a transform");
    }
    row =
        (int64_t)(qdr_mix64((uint64_t)s->host->rank + 7) % (uint64_t)s->count);
    distance = distance_of_row(s, row, &d);
    definition_cleanup(&d);
    /* The mean of an element's length is about n. */
    if (distance <= 4 * tolerance(s) * (double)s->of.n)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "fft2d: in row %lld an element is %g from what the "
                    "definition gives; accepted: %g",
                    (long long)(s->host->rank * s->of.rows + row), distance,
                    4 * tolerance(s) * (double)s->of.n);
}

/* Over this rank's rows, row by row, so that sums round little: the squares of
 * a matrix, and of its difference from n^2 times the input. */
static void add_squares(const qdr_fft2d_state *s, const char *matrix,
                        double *squares, double *differences)
{
    const int64_t length = 2 * s->of.n;
    const double scale = (double)s->of.n * (double)s->of.n;

    *squares = *differences = 0;
    for (int64_t i = 0; i < s->count; i++) {
        double row_squares = 0, row_differences = 0;
        for (int64_t j = i * length; j < (i + 1) * length; j++) {
            double x = qdr_fft2d_get(s, matrix, j);
            double difference = x - scale * qdr_fft2d_get(s, s->input, j);
            row_squares += x * x;
            row_differences += difference * difference;
        }
        *squares += row_squares;
        *differences += row_differences;
    }
}

static qdr_status check_sums(const qdr_fft2d_state *s, const double sums[3],
                             qdr_error *error)
{
    const double scale = (double)s->of.n * (double)s->of.n;
    const double rounding = 1.2e-16 * 6 * (double)s->of.n;

    if (!(fabs(sums[1] / (scale * sums[0]) - 1) <= tolerance(s) + rounding))
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "fft2d: the squares of the result are %.15g times "
                        "those of the input; by Parseval's theorem %.15g",
                        sums[1] / sums[0], scale);
    if (!(sqrt(sums[2] / sums[0]) / scale <= tolerance(s)))
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "fft2d: transformed back, it differs from the input by "
                        "%.3g of it; accepted: %.3g",
                        sqrt(sums[2] / sums[0]) / scale, tolerance(s));
    return QDR_OK;
}

qdr_status qdr_fft2d_check(void *context, qdr_error *error)
{
    qdr_fft2d_state *s = context;
    double sums[3], ignored;
    qdr_error own = {""};
    qdr_status definition = check_definition(s, &own), status;

    /* Collective, whatever this rank found. */
    status = qdr_fft2d_transform(s, QDR_BACKWARD, s->result, s->back, error);
    add_squares(s, s->input, &sums[0], &ignored);
    add_squares(s, s->result, &sums[1], &ignored);
    add_squares(s, s->back, &ignored, &sums[2]);
    if (status == QDR_OK)
        status = s->host->reduce(s->host->context, QDR_SUM, 3, sums, error);
    if (status == QDR_OK && definition != QDR_OK) {
        *error = own;
        return definition;
    }
    return status == QDR_OK ? check_sums(s, sums, error) : status;
}
