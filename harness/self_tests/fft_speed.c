/* harness/self_tests/fft_speed.c -- compares our Fourier transform with FFTW's.
 *
 * usage: fft_speed text|csv patient|measure SIDE,... VECTOR_BYTES [WISDOM]
 *
 * `./quadrille bench fft` builds and runs it. It measures a forward transform
 * of an n x n matrix in place, with one thread, in both precisions. The second
 * argument is FFTW's planning effort; FFTW's plans are read from and written to
 * WISDOM.single and WISDOM.double.
 *
 * A pair is a sample of each, one right after the other on the same memory; the
 * next pair has them in the other order. The speed is the median of the ratios
 * of all pairs, with its rank-based 95% interval. Times are the processor's for
 * this thread, so that other processes of the machine do not count. Status 1 if
 * ours is slower than FFTW, beyond doubt, or has more than twice its error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/measure/stopping.h"
#include "harness/self_tests/fft_subject.h"
#include "kernels/core/base/status.h"

/* A sample is long compared with reading the clock, and short compared with the
 * time slices of other processes. */
static const double sample_s = 300e-6, pairs_s = 3;
static const double min_speed = 1, max_error = 2;
enum { MIN_PAIRS = 15, MAX_PAIRS = 2001 };

typedef void transform(const qdr_fft_subject *subject);

/* What all pairs of one matrix say. */
typedef struct result {
    double ours_s, theirs_s;
    double speed, low, high;
    int num_pairs;
    double our_error, their_error;
} result;

static double now_s(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The time of one of `count` executions. */
static double sample(transform *run, const qdr_fft_subject *subject, int count)
{
    const double begin_s = now_s(CLOCK_THREAD_CPUTIME_ID);

    for (int i = 0; i < count; i++)
        run(subject);
    return (now_s(CLOCK_THREAD_CPUTIME_ID) - begin_s) / count;
}

/* Executions that a sample takes; and all is warm. */
static int choose_count(const qdr_fft_subject *subject)
{
    int count = 1;

    (void)sample(qdr_fft_run_theirs, subject, 1);
    while (sample(qdr_fft_run_ours, subject, count) * count < sample_s)
        count *= 2;
    return count;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[count / 2] + values[(count - 1) / 2]) / 2;
}

/* Numbers stay small: all are zero. */
static void measure(const qdr_fft_subject *subject, result *result)
{
    static double ours[MAX_PAIRS], theirs[MAX_PAIRS], ratio[MAX_PAIRS];
    qdr_ranks interval;
    double begin_s;
    int count, pairs = 0;

    memset(subject->matrix, 0, subject->bytes);
    count = choose_count(subject);
    begin_s = now_s(CLOCK_MONOTONIC);
    while (pairs < MIN_PAIRS ||
           (pairs < MAX_PAIRS && now_s(CLOCK_MONOTONIC) - begin_s < pairs_s)) {
        if (pairs % 2 == 0)
            ours[pairs] = sample(qdr_fft_run_ours, subject, count);
        theirs[pairs] = sample(qdr_fft_run_theirs, subject, count);
        if (pairs % 2 != 0)
            ours[pairs] = sample(qdr_fft_run_ours, subject, count);
        ratio[pairs] = theirs[pairs] / ours[pairs];
        pairs++;
    }
    result->ours_s = median(ours, pairs);
    result->theirs_s = median(theirs, pairs);
    result->speed = median(ratio, pairs);
    interval = qdr_median_interval(pairs);
    result->low = ratio[interval.low];
    result->high = ratio[interval.high];
    result->num_pairs = pairs;
}

/* Whether a matrix is transformed as fast and as exactly as it must be. */
static bool report(const qdr_fft_subject *s, const result *r, bool is_csv)
{
    const double operations = 10.0 * s->n * s->n * log2(s->n) / 1e9;
    const bool is_good =
        r->high >= min_speed && r->our_error <= max_error * r->their_error;
    const char *format =
        is_csv ? "%d,%s,%d,%.9f,%.9f,%.3f,%.3f,%.4f,%.4f,%.4f,%d,%.3e,%.3e,%s\n"
               : "%5d %-9s %5d %12.7f %12.7f %6.2f %6.2f %6.3f %6.3f %6.3f %5d "
                 "%9.1e %10.1e  %s\n";

    printf(format, s->n, s->precision == QDR_SINGLE ? "single" : "double",
           qdr_fft_lane_bytes(s->fft), r->ours_s, r->theirs_s,
           operations / r->ours_s, operations / r->theirs_s, r->speed, r->low,
           r->high, r->num_pairs, r->our_error, r->their_error,
           is_good ? "yes" : "NO");
    fflush(stdout);
    return is_good;
}

static void print_head(bool is_csv)
{
    if (is_csv)
        puts("n,precision,vector_bytes,ours_s,fftw_s,ours_gflops,fftw_gflops,"
             "speed,speed_low,speed_high,pairs,our_error,fftw_error,holds");
    else
        printf("n x n, one thread, in place; peer: %s; speed: FFTW's time / "
               "ours, and its 95%% interval\n"
               "%5s %-9s %5s %12s %12s %6s %6s %6s %6s %6s %5s %9s %10s  %s\n",
               fftw_version, "n", "precision", "bytes", "ours [s]", "FFTW [s]",
               "ours", "FFTW", "speed", "from", "to", "pairs", "our error",
               "FFTW error", "holds");
}

/* FFTW's plans are in two files, NAME.single and NAME.double. */
static void wisdom_path(char *path, size_t room, const char *name,
                        qdr_precision precision)
{
    snprintf(path, room, "%s.%s", name,
             precision == QDR_SINGLE ? "single" : "double");
}

static void read_wisdom(const char *name, qdr_precision precision)
{
    char path[4096];

    if (name == NULL)
        return;
    wisdom_path(path, sizeof path, name, precision);
    (void)(precision == QDR_SINGLE ? fftwf_import_wisdom_from_filename(path)
                                   : fftw_import_wisdom_from_filename(path));
}

static qdr_status write_wisdom(const char *name, qdr_precision precision,
                               qdr_error *error)
{
    char path[4096];

    if (name == NULL)
        return QDR_OK;
    wisdom_path(path, sizeof path, name, precision);
    if (precision == QDR_SINGLE ? fftwf_export_wisdom_to_filename(path)
                                : fftw_export_wisdom_to_filename(path))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--wisdom: %s cannot be written; accepted: a path in a "
                    "folder that you can write",
                    path);
}

typedef struct arguments {
    bool is_csv;
    unsigned flags;
    const char *sides;
    int lane_bytes;
    const char *wisdom; /* NULL: none */
} arguments;

/* Of "64,128"; NULL after the last. */
static const char *next_side(const char *side)
{
    side = strchr(side, ',');
    return side == NULL ? NULL : side + 1;
}

/* One line of the table. *is_good: it holds. */
static qdr_status compare_one(const arguments *are, int n,
                              qdr_precision precision, bool *is_good,
                              qdr_error *error)
{
    qdr_fft_subject subject;
    result r;
    qdr_status status = qdr_fft_subject_init(
        &subject, n, precision, are->lane_bytes, are->flags, error);

    if (status == QDR_OK)
        status = qdr_fft_subject_errors(&subject, &r.our_error, &r.their_error,
                                        error);
    if (status == QDR_OK) {
        measure(&subject, &r);
        *is_good = report(&subject, &r, are->is_csv);
    }
    qdr_fft_subject_cleanup(&subject);
    return status;
}

/* All sides. The plans are written after each, as planning takes long. */
static qdr_status compare_all(const arguments *are, qdr_precision precision,
                              int *num_bad, qdr_error *error)
{
    qdr_status status = QDR_OK;

    read_wisdom(are->wisdom, precision);
    for (const char *side = are->sides; side != NULL && status == QDR_OK;
         side = next_side(side)) {
        const int n = (int)strtol(side, NULL, 10);
        bool is_good = false;
        status = compare_one(are, n, precision, &is_good, error);
        if (status == QDR_OK)
            status = write_wisdom(are->wisdom, precision, error);
        *num_bad += is_good ? 0 : 1;
    }
    return status;
}

/* Before FFTW plans for minutes. */
static qdr_status check(const arguments *are, qdr_error *error)
{
    qdr_fft *fft = NULL;
    qdr_status status =
        qdr_fft_new(&fft, QDR_FFT_MIN, QDR_SINGLE, are->lane_bytes, error);

    qdr_fft_free(fft);
    for (const char *side = are->sides; side != NULL && status == QDR_OK;
         side = next_side(side)) {
        const long n = strtol(side, NULL, 10);
        if (!qdr_fft_is_length(n))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "--sides: %ld; accepted: " QDR_FFT_LENGTHS, n,
                              QDR_FFT_MIN, QDR_FFT_MAX);
    }
    return status;
}

int main(int argc, char **argv)
{
    arguments are;
    qdr_status status;
    qdr_error error;
    int num_bad = 0;

    if (argc < 5)
        return 2; /* fft.sh gives them */
    are = (arguments){.is_csv = strcmp(argv[1], "csv") == 0,
                      .flags = strcmp(argv[2], "patient") == 0 ? FFTW_PATIENT
                                                               : FFTW_MEASURE,
                      .sides = argv[3],
                      .lane_bytes = (int)strtol(argv[4], NULL, 10),
                      .wisdom = argv[5]};
    status = check(&are, &error);
    if (status == QDR_OK)
        print_head(are.is_csv);
    for (int p = 0; p < QDR_NUM_PRECISIONS && status == QDR_OK; p++)
        status = compare_all(&are, (qdr_precision)p, &num_bad, &error);
    if (status != QDR_OK) {
        fprintf(stderr, "quadrille bench fft: %s\n", error.text);
        return 2;
    }
    return num_bad > 0;
}
