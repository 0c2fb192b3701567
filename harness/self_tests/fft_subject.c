/* harness/self_tests/fft_subject.c -- see fft_subject.h. */
#include "harness/self_tests/fft_subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "workloads/fft/fft_reference.h"

enum { CACHE_LINE = 64 };

qdr_status qdr_fft_subject_init(qdr_fft_subject *subject, int n,
                                qdr_precision precision, int lane_bytes,
                                unsigned flags, qdr_error *error)
{
    const size_t bytes =
        (size_t)n * (size_t)n * (precision == QDR_SINGLE ? 8 : 16);
    qdr_status status;

    *subject =
        (qdr_fft_subject){.n = n, .precision = precision, .bytes = bytes};
    status = qdr_fft_new(&subject->fft, n, precision, lane_bytes, error);
    if (status != QDR_OK)
        return status;
    subject->matrix = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) /
                                                    CACHE_LINE * CACHE_LINE);
    if (subject->matrix == NULL)
        return qdr_fail_memory(error, "a matrix");
    if (precision == QDR_SINGLE)
        subject->plan_single = fftwf_plan_dft_2d(
            n, n, subject->matrix, subject->matrix, FFTW_FORWARD, flags);
    else
        subject->plan = fftw_plan_dft_2d(n, n, subject->matrix, subject->matrix,
                                         FFTW_FORWARD, flags);
    if (subject->plan == NULL && subject->plan_single == NULL)
        return qdr_fail_memory(error, "a plan of FFTW");
    return QDR_OK;
}

void qdr_fft_subject_cleanup(qdr_fft_subject *subject)
{
    qdr_fft_free(subject->fft);
    free(subject->matrix);
    if (subject->plan != NULL)
        fftw_destroy_plan(subject->plan);
    if (subject->plan_single != NULL)
        fftwf_destroy_plan(subject->plan_single);
}

void qdr_fft_run_ours(const qdr_fft_subject *subject)
{
    const int n = subject->n;
    const qdr_sequences rows = {subject->matrix, QDR_ROWS, n};
    const qdr_sequences columns = {subject->matrix, QDR_COLUMNS, n};

    qdr_fft_run(subject->fft, QDR_FORWARD, n, rows, rows);
    qdr_fft_run(subject->fft, QDR_FORWARD, n, columns, columns);
}

void qdr_fft_run_theirs(const qdr_fft_subject *subject)
{
    if (subject->precision == QDR_SINGLE)
        fftwf_execute(subject->plan_single);
    else
        fftw_execute(subject->plan);
}

static double get(const qdr_fft_subject *subject, int64_t at)
{
    return subject->precision == QDR_SINGLE
               ? (double)((const float *)subject->matrix)[at]
               : ((const double *)subject->matrix)[at];
}

static void fill(const qdr_fft_subject *subject)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int64_t i = 0; i < (int64_t)2 * subject->n * subject->n; i++) {
        double x = (double)qdr_rng_below(&rng, 1 << 20) / (1 << 19) - 1;
        if (subject->precision == QDR_SINGLE)
            ((float *)subject->matrix)[i] = (float)x;
        else
            ((double *)subject->matrix)[i] = x;
    }
}

/* Row `row` of the transformed matrix: the transform of the sums of its columns
 * times e^(-2 pi i row j / n). False without memory. */
static bool reference_row(const qdr_fft_subject *subject, int row,
                          long double *sums)
{
    const long double circle = 6.283185307179586476925286766559L;
    const int64_t n = subject->n;

    memset(sums, 0, (size_t)n * 2 * sizeof *sums);
    for (int64_t j = 0; j < n; j++) {
        long double angle =
            circle * (long double)(j * row % n) / (long double)n;
        long double re = cosl(angle), im = -sinl(angle);
        for (int64_t k = 0; k < n; k++) {
            long double x = get(subject, 2 * (j * n + k));
            long double y = get(subject, 2 * (j * n + k) + 1);
            sums[2 * k] += x * re - y * im;
            sums[2 * k + 1] += x * im + y * re;
        }
    }
    return qdr_fft_reference(n, sums);
}

static double error_of(const qdr_fft_subject *subject,
                       void (*run)(const qdr_fft_subject *), int row,
                       const long double *reference)
{
    const size_t row_bytes = subject->bytes / (size_t)subject->n;

    fill(subject);
    run(subject);
    return qdr_fft_error((char *)subject->matrix + (size_t)row * row_bytes,
                         subject->precision, subject->n, 1, reference);
}

qdr_status qdr_fft_subject_errors(const qdr_fft_subject *subject, double *ours,
                                  double *theirs, qdr_error *error)
{
    const int row = subject->n / 3;
    long double *reference = malloc((size_t)subject->n * 2 * sizeof *reference);
    bool is_there = false;

    if (reference != NULL) {
        fill(subject);
        is_there = reference_row(subject, row, reference);
    }
    if (is_there) {
        *ours = error_of(subject, qdr_fft_run_ours, row, reference);
        *theirs = error_of(subject, qdr_fft_run_theirs, row, reference);
    }
    free(reference);
    return is_there ? QDR_OK : qdr_fail_memory(error, "a reference");
}
