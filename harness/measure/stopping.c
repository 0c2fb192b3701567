/* harness/measure/stopping.c -- see stopping.h. */
#include "harness/measure/stopping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_FOR_INTERVAL = 6, MAX_WIDTH = 64 };

qdr_ranks qdr_median_interval(int count)
{
    /* Le Boudec, Performance Evaluation, Th. 2.1, by the normal approximation
     * of the binomial distribution. */
    double half = 1.959964 * sqrt((double)count);
    int low = (int)floor((count - half) / 2);
    int high = (int)ceil(1 + (count + half) / 2);

    if (count < MIN_FOR_INTERVAL)
        return (qdr_ranks){0, count - 1};
    /* Ranks there count from 1. */
    return (qdr_ranks){low < 1 ? 0 : low - 1,
                       high > count ? count - 1 : high - 1};
}

static int by_value(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static double median(const int64_t *sorted, int count)
{
    return ((double)sorted[(count - 1) / 2] + (double)sorted[count / 2]) / 2;
}

bool qdr_is_precise(int64_t *samples, int count, double precision)
{
    qdr_ranks interval = qdr_median_interval(count);
    double middle;

    if (count < MIN_FOR_INTERVAL)
        return false;
    qsort(samples, (size_t)count, sizeof *samples, by_value);
    middle = median(samples, count);
    return (double)samples[interval.low] >= (1 - precision) * middle &&
           (double)samples[interval.high] <= (1 + precision) * middle;
}

int qdr_choose_stride(int count, int64_t sample_ns, int64_t verifying_ns,
                      double cap_ns)
{
    double room_ns = fmax(cap_ns - (double)sample_ns * count, cap_ns / 2);
    double stride = ceil((double)verifying_ns * count / room_ns);

    if (cap_ns <= 0 || stride < 1)
        return 1;
    return stride > count ? count : (int)stride;
}

bool qdr_is_steady(const int64_t *samples, int count, int width)
{
    const int64_t *end = samples + count;
    int64_t before[MAX_WIDTH], last[MAX_WIDTH];

    if (width < 1 || width > MAX_WIDTH || count < 2 * width)
        return false;
    memcpy(last, end - width, (size_t)width * sizeof *last);
    memcpy(before, end - width - width, (size_t)width * sizeof *before);
    qsort(last, (size_t)width, sizeof *last, by_value);
    qsort(before, (size_t)width, sizeof *before, by_value);
    return median(last, width) >= 0.95 * median(before, width);
}
