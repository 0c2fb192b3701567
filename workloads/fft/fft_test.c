/* workloads/fft/fft_test.c -- every width, precision, length and orientation
 * against a transform in long double, which is the definition's, and FFTW. */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"
#include "workloads/fft/fft_lanes.h"
#include "workloads/fft/fft_reference.h"

static const int widths[] = {16, 32, 64};

static size_t complex_bytes(qdr_precision precision)
{
    return precision == QDR_SINGLE ? 8 : 16;
}

static double get(const void *numbers, qdr_precision precision, int64_t at)
{
    return precision == QDR_SINGLE ? (double)((const float *)numbers)[at]
                                   : ((const double *)numbers)[at];
}

static void fill(void *numbers, qdr_precision precision, int64_t count,
                 uint64_t seed)
{
    qdr_rng rng;

    qdr_rng_init(&rng, seed);
    for (int64_t i = 0; i < 2 * count; i++) {
        double x = (double)qdr_rng_below(&rng, 1 << 20) / (1 << 19) - 1;
        if (precision == QDR_SINGLE)
            ((float *)numbers)[i] = (float)x;
        else
            ((double *)numbers)[i] = x;
    }
}

/* Element k of sequence s, in complex numbers from the first. */
static int64_t place(qdr_sequences at, int64_t s, int64_t k)
{
    return at.orientation == QDR_ROWS ? s * at.stride + k : k * at.stride + s;
}

/* FFTW's error of one sequence. */
static double fftw_error(qdr_precision precision, int64_t n, const void *from,
                         int64_t stride, const long double *reference)
{
    void *room = fftw_malloc((size_t)n * complex_bytes(precision));
    double error;

    for (int64_t i = 0; i < n; i++)
        memcpy((char *)room + (size_t)i * complex_bytes(precision),
               (const char *)from +
                   (size_t)(i * stride) * complex_bytes(precision),
               complex_bytes(precision));
    if (precision == QDR_SINGLE) {
        fftwf_plan plan =
            fftwf_plan_dft_1d((int)n, room, room, FFTW_FORWARD, FFTW_ESTIMATE);
        fftwf_execute(plan);
        fftwf_destroy_plan(plan);
    } else {
        fftw_plan plan =
            fftw_plan_dft_1d((int)n, room, room, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    }
    error = qdr_fft_error(room, precision, n, 1, reference);
    fftw_free(room);
    return error;
}

/* Every sequence of `from`, transformed to `to`, compared with long double: at
 * most twice FFTW's error. */
static void hold(qdr_precision precision, int64_t n, int64_t count,
                 qdr_sequences from, qdr_sequences to)
{
    long double *reference = malloc((size_t)n * 2 * sizeof *reference);
    const size_t bytes = complex_bytes(precision);
    int64_t from_stride = from.orientation == QDR_ROWS ? 1 : from.stride;
    int64_t to_stride = to.orientation == QDR_ROWS ? 1 : to.stride;
    double error = 0, theirs = 0;

    for (int64_t s = 0; s < count; s++) {
        for (int64_t k = 0; k < 2 * n; k++)
            reference[k] =
                get(from.first, precision, 2 * place(from, s, k / 2) + k % 2);
        assert_true(qdr_fft_reference(n, reference));
        error +=
            qdr_fft_error((char *)to.first + (size_t)place(to, s, 0) * bytes,
                          precision, n, to_stride, reference);
        theirs +=
            fftw_error(precision, n,
                       (char *)from.first + (size_t)place(from, s, 0) * bytes,
                       from_stride, reference);
    }
    /* Also if it is no number. */
    if (!(error <= 2 * theirs))
        fail_msg("n %lld: mean error %g, FFTW's %g", (long long)n,
                 error / (double)count, theirs / (double)count);
    free(reference);
}

/* Forward and backward gives n times the input. */
static void hold_back(qdr_precision precision, int64_t n, int64_t count,
                      qdr_sequences was, qdr_sequences is)
{
    const double allowed = precision == QDR_SINGLE ? 1e-5 : 1e-14;

    for (int64_t s = 0; s < count; s++)
        for (int64_t k = 0; k < 2 * n; k++) {
            int64_t at = 2 * place(was, s, k / 2) + k % 2;
            assert_true(fabs(get(is.first, precision, at) / (double)n -
                             get(was.first, precision, at)) < allowed);
        }
}

/* From each orientation to each, with gaps between the rows, there and back. */
static void try_transform(const qdr_fft *fft, qdr_precision precision,
                          int64_t n, int64_t count)
{
    const int64_t longer = (n > count ? n : count) + 3;
    const size_t room = (size_t)(longer * longer) * complex_bytes(precision);
    void *in = malloc(room), *out = malloc(room), *back = malloc(room);

    for (int i = 0; i < 4; i++) {
        qdr_sequences from = {in, i & 1 ? QDR_COLUMNS : QDR_ROWS, longer};
        qdr_sequences to = {out, i & 2 ? QDR_COLUMNS : QDR_ROWS, longer};
        qdr_sequences again = {back, from.orientation, longer};
        fill(in, precision, longer * longer, (uint64_t)(n + i));
        memcpy(back, in, room);
        memset(out, 0, room);
        qdr_fft_run(fft, QDR_FORWARD, count, from, to);
        hold(precision, n, count, from, to);
        /* Elements outside a sequence are not touched. */
        for (int64_t k = 0; k < n; k++)
            assert_true(get(out, precision, 2 * place(to, count, k)) == 0);
        qdr_fft_run(fft, QDR_BACKWARD, count, to, again);
        hold_back(precision, n, count, from, again);
    }
    free(in);
    free(out);
    free(back);
}

static void for_each_width(void (*try)(const qdr_fft *, qdr_precision, int64_t,
                                       int64_t),
                           int64_t n, int64_t count)
{
    int num_tried = 0, num_there = 0;

    for (int w = 0; w < 3; w++)
        for (int p = 0; p < QDR_NUM_PRECISIONS; p++) {
            qdr_fft *fft;
            if (qdr_fft_new(&fft, n, (qdr_precision)p, widths[w], NULL) !=
                QDR_OK)
                continue;
            assert_int_equal(qdr_fft_lane_bytes(fft), widths[w]);
            try(fft, (qdr_precision)p, n, count);
            qdr_fft_free(fft);
            num_tried++;
        }
    for (int w = 0; w < 3; w++)
        num_there += qdr_fft_has_lanes(widths[w]) ? QDR_NUM_PRECISIONS : 0;
    assert_int_equal(num_tried, num_there);
}

TEST(lengths)
{
    static const int64_t longer[] = {243, 256, 360, 500, 512, 625};

    for (int64_t n = QDR_FFT_MIN; n <= 150; n++)
        if (qdr_fft_is_length(n))
            for_each_width(try_transform, n, 19);
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        for_each_width(try_transform, longer[i], 19);
}

/* Fewer sequences than a vector has lanes, and one more. */
TEST(counts)
{
    for (int64_t count = 1; count <= 17; count++)
        for_each_width(try_transform, 16, count);
}

/* Sequences one behind the other, in place, as a 2D transform has them. */
static void try_in_place(const qdr_fft *fft, qdr_precision precision, int64_t n,
                         int64_t count)
{
    const size_t room = (size_t)(n * count) * complex_bytes(precision);
    void *in = malloc(room), *out = malloc(room);
    qdr_sequences from = {in, QDR_ROWS, n}, to = {out, QDR_ROWS, n};

    fill(in, precision, n * count, 1);
    memcpy(out, in, room);
    qdr_fft_run(fft, QDR_FORWARD, count, to, to);
    hold(precision, n, count, from, to);
    free(in);
    free(out);
}

TEST(long_ones)
{
    static const int64_t max_passes = 59049, longest = 64800;

    for_each_width(try_transform, 1024, 5);
    for (int64_t n = 1024; n <= QDR_FFT_MAX; n *= 2)
        for_each_width(try_in_place, n, 3);
    for (int64_t n = 1000; n <= QDR_FFT_MAX; n *= 3)
        for_each_width(try_in_place, n, 3);
    for_each_width(try_in_place, max_passes, 3);
    for_each_width(try_in_place, longest, 3);
}

/* The definition itself, by a program that shares nothing with a fast one. */
static void define(int n, const long double *x, long double *to)
{
    const long double circle = 6.283185307179586476925286766559L;

    for (int k = 0; k < n; k++) {
        long double re = 0, im = 0;
        for (int j = 0; j < n; j++) {
            long double angle = -circle * (j * k % n) / n;
            re += x[2 * j] * cosl(angle) - x[2 * j + 1] * sinl(angle);
            im += x[2 * j] * sinl(angle) + x[2 * j + 1] * cosl(angle);
        }
        to[2 * k] = re;
        to[2 * k + 1] = im;
    }
}

/* The reference is the definition's, at each length. */
TEST(definition)
{
    enum { MAX = 150 };
    long double fast[2 * MAX], x[2 * MAX], slow[2 * MAX];

    for (int n = 1; n <= MAX; n++) {
        for (int i = 0; i < 2 * n; i++)
            fast[i] = x[i] = (i * 37 % 101) / 50.0L - 1;
        assert_true(qdr_fft_reference(n, fast));
        define(n, x, slow);
        for (int i = 0; i < 2 * n; i++)
            assert_true(fabsl(slow[i] - fast[i]) < 1e-16L * n);
    }
}

/* The same as by hand. */
TEST(is_length)
{
    static const int64_t good[] = {8,  9,  10, 12, 15, 16, 18, 20, 24, 25,
                                   27, 30, 32, 36, 40, 45, 48, 50, 54, 60};
    size_t next = 0;

    for (int64_t n = -1; n <= 60; n++)
        if (qdr_fft_is_length(n))
            assert_int_equal(n, good[next++]);
    assert_int_equal(next, sizeof good / sizeof *good);
    assert_true(qdr_fft_is_length(64800));
    assert_true(qdr_fft_is_length(65536));
    assert_false(qdr_fft_is_length(65610));
}

TEST(refused)
{
    static const int64_t bad[] = {-8, 0, 4, 6, 14, 121, 65610, 131072};
    qdr_fft *fft = NULL;
    qdr_error error;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(qdr_fft_new(&fft, bad[i], QDR_SINGLE, 0, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, "2^a 3^b 5^c from 8 to 65536"));
    }
    assert_int_equal(qdr_fft_new(&fft, 8, QDR_SINGLE, 24, &error),
                     QDR_ERROR_INPUT);
    assert_null(fft);
    qdr_fft_free(NULL);
}
