/* harness/self_tests/fft_speed.c -- compares our Fourier transform with FFTW's.
 *
 * usage: fft_speed text|csv patient|measure
 *
 * `./quadrille bench fft` builds and runs it. It measures a forward transform
 * of an n x n matrix in place, with one thread, in both precisions: the median
 * of executions that alternate with FFTW's, and the relative L2 error of a row
 * compared with a transform in long double. The second argument is FFTW's
 * planning effort. Status 1 if ours has less than 0.8 of FFTW's speed or more
 * than twice its error.
 */
#include <fftw3.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/core/rng.h"
#include "workloads/fft/fft.h"
#include "workloads/fft/fft_reference.h"

enum { MIN = 256, MAX = 2048, CACHE_LINE = 64 };
static const double min_speed = 0.8, max_error = 2;
static const double seconds = 1.5; /* of executions of one case */

/* One case: both transform a matrix of their own. */
typedef struct subject {
    int n;
    qdr_precision precision;
    size_t bytes;
    qdr_fft *fft;
    void *ours, *theirs;
    fftw_plan plan;
    fftwf_plan plan_single;
} subject;

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fill(const subject *s, void *matrix)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int64_t i = 0; i < (int64_t)2 * s->n * s->n; i++) {
        double x = (double)qdr_rng_below(&rng, 1 << 20) / (1 << 19) - 1;
        if (s->precision == QDR_SINGLE)
            ((float *)matrix)[i] = (float)x;
        else
            ((double *)matrix)[i] = x;
    }
}

static bool prepare(subject *s, unsigned effort)
{
    s->bytes =
        (size_t)s->n * (size_t)s->n * (s->precision == QDR_SINGLE ? 8 : 16);
    s->ours = aligned_alloc(CACHE_LINE, s->bytes);
    s->theirs = aligned_alloc(CACHE_LINE, s->bytes);
    if (s->ours == NULL || s->theirs == NULL ||
        qdr_fft_new(&s->fft, s->n, s->precision, 0, NULL) != QDR_OK)
        return false;
    if (s->precision == QDR_SINGLE)
        s->plan_single = fftwf_plan_dft_2d(s->n, s->n, s->theirs, s->theirs,
                                           FFTW_FORWARD, effort);
    else
        s->plan = fftw_plan_dft_2d(s->n, s->n, s->theirs, s->theirs,
                                   FFTW_FORWARD, effort);
    return s->plan != NULL || s->plan_single != NULL;
}

static void release(subject *s)
{
    qdr_fft_free(s->fft);
    free(s->ours);
    free(s->theirs);
    if (s->plan != NULL)
        fftw_destroy_plan(s->plan);
    if (s->plan_single != NULL)
        fftwf_destroy_plan(s->plan_single);
}

static void run_ours(const subject *s)
{
    const qdr_sequences rows = {s->ours, QDR_ROWS, s->n};
    const qdr_sequences columns = {s->ours, QDR_COLUMNS, s->n};

    qdr_fft_run(s->fft, QDR_FORWARD, s->n, rows, rows);
    qdr_fft_run(s->fft, QDR_FORWARD, s->n, columns, columns);
}

static void run_theirs(const subject *s)
{
    if (s->precision == QDR_SINGLE)
        fftwf_execute(s->plan_single);
    else
        fftw_execute(s->plan);
}

/* Row `row` of the transformed matrix: the transform of the sums of its columns
 * times e^(-2 pi i row j / n). */
static void reference_row(const subject *s, int row, const void *matrix,
                          long double *sums)
{
    const long double circle = 6.283185307179586476925286766559L;

    memset(sums, 0, (size_t)s->n * 2 * sizeof *sums);
    for (int64_t j = 0; j < s->n; j++) {
        long double angle =
            circle * (long double)(j * row % s->n) / (long double)s->n;
        long double re = cosl(angle), im = -sinl(angle);
        for (int64_t k = 0; k < s->n; k++) {
            int64_t at = 2 * (j * s->n + k);
            bool single = s->precision == QDR_SINGLE;
            long double x = single ? (long double)((const float *)matrix)[at]
                                   : (long double)((const double *)matrix)[at];
            long double y = single
                                ? (long double)((const float *)matrix)[at + 1]
                                : (long double)((const double *)matrix)[at + 1];
            sums[2 * k] += x * re - y * im;
            sums[2 * k + 1] += x * im + y * re;
        }
    }
    qdr_fft_reference(s->n, sums);
}

/* Both errors, of one row in the middle. */
static bool find_errors(const subject *s, double *ours, double *theirs)
{
    const int row = s->n / 3;
    const size_t row_bytes = s->bytes / (size_t)s->n;
    long double *reference = malloc((size_t)s->n * 2 * sizeof *reference);

    if (reference == NULL)
        return false;
    fill(s, s->ours);
    fill(s, s->theirs);
    reference_row(s, row, s->ours, reference);
    run_ours(s);
    run_theirs(s);
    *ours = qdr_fft_error((char *)s->ours + (size_t)row * row_bytes,
                          s->precision, s->n, 1, reference);
    *theirs = qdr_fft_error((char *)s->theirs + (size_t)row * row_bytes,
                            s->precision, s->n, 1, reference);
    free(reference);
    return true;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Medians of executions that take turns. Numbers stay small: of zeros. */
static void find_times(const subject *s, double *ours_s, double *theirs_s)
{
    enum { MAX_SAMPLES = 1000 };
    static double times[2][MAX_SAMPLES];
    const double begin_s = now_s();
    int count = 0;

    memset(s->ours, 0, s->bytes);
    memset(s->theirs, 0, s->bytes);
    run_ours(s);
    run_theirs(s);
    while (count < MAX_SAMPLES && (count < 5 || now_s() - begin_s < seconds)) {
        double t0 = now_s(), t1;
        run_ours(s);
        t1 = now_s();
        run_theirs(s);
        times[0][count] = t1 - t0;
        times[1][count++] = now_s() - t1;
    }
    for (int i = 0; i < 2; i++)
        qsort(times[i], (size_t)count, sizeof(double), compare);
    *ours_s = times[0][count / 2];
    *theirs_s = times[1][count / 2];
}

/* Whether a case is as fast and as exact as it must be. */
static bool report(const subject *s, bool is_csv)
{
    double ours_s, theirs_s, our_error, their_error;
    const double operations = 10.0 * s->n * s->n * log2(s->n);
    const char *format =
        is_csv ? "%d,%s,%d,%.9f,%.9f,%.3f,%.3f,%.2f,%.3e,%.3e,%s\n"
               : "%5d %-9s %5d %12.6f %12.6f %8.2f %8.2f %6.2f %10.1e %10.1e  "
                 "%s\n";
    bool is_good;

    if (!find_errors(s, &our_error, &their_error))
        return false;
    find_times(s, &ours_s, &theirs_s);
    is_good =
        theirs_s / ours_s >= min_speed && our_error <= max_error * their_error;
    printf(format, s->n, s->precision == QDR_SINGLE ? "single" : "double",
           qdr_fft_lane_bytes(s->fft), ours_s, theirs_s,
           operations / ours_s / 1e9, operations / theirs_s / 1e9,
           theirs_s / ours_s, our_error, their_error, is_good ? "yes" : "NO");
    fflush(stdout);
    return is_good;
}

static void print_head(bool is_csv)
{
    if (is_csv)
        puts("n,precision,vector_bytes,ours_s,fftw_s,ours_gflops,fftw_gflops,"
             "speed,our_error,fftw_error,holds");
    else
        printf("n x n, one thread, in place; speed of FFTW's, at least %.1f; "
               "error at most %.0f times FFTW's\n"
               "%5s %-9s %5s %12s %12s %8s %8s %6s %10s %10s  %s\n",
               min_speed, max_error, "n", "precision", "bytes", "ours [s]",
               "FFTW [s]", "ours", "FFTW", "speed", "our error", "FFTW error",
               "holds");
}

int main(int argc, char **argv)
{
    const bool is_csv = argc > 1 && strcmp(argv[1], "csv") == 0;
    const bool is_patient = argc < 3 || strcmp(argv[2], "patient") == 0;
    int num_failed = 0;

    print_head(is_csv);
    for (int p = 0; p < QDR_NUM_PRECISIONS; p++)
        for (int n = MIN; n <= MAX; n *= 2) {
            subject s = {.n = n, .precision = (qdr_precision)p};
            if (!prepare(&s, is_patient ? FFTW_PATIENT : FFTW_MEASURE) ||
                !report(&s, is_csv))
                num_failed++;
            release(&s);
        }
    return num_failed > 0;
}
