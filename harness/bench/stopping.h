/* harness/bench/stopping.h -- when enough samples have been taken.
 *
 * Pure: no clock and no MPI. The rule is that of Hoefler and Belli (SC'15,
 * rules 5 and 8): the rank-based interval of the median, which assumes no
 * distribution.
 */
#ifndef QUADRILLE_HARNESS_BENCH_STOPPING_H
#define QUADRILLE_HARNESS_BENCH_STOPPING_H

#include <stdbool.h>
#include <stdint.h>

/* The 95% interval of the median of `count` samples: between the samples of
 * these ranks, from 0, in ascending order; 0 and count - 1 where there are too
 * few for an interval. */
typedef struct qdr_ranks {
    int low, high;
} qdr_ranks;

qdr_ranks qdr_median_interval(int count);

/* qdr_is_precise tells whether both ends of the 95% interval of the median of
 * `samples[count]` lie within `precision` of the median, as a share of it.
 * Never with fewer than 6 samples, which have no interval. `samples` is sorted.
 */
bool qdr_is_precise(int64_t *samples, int count, double precision);

/* qdr_autocorrelation returns how alike neighbours of `samples[count]` are,
 * from -1 to 1: the autocorrelation of lag 1, of independent ones about 0. 0
 * where there are fewer than 3, or all are equal. */
double qdr_autocorrelation(const int64_t *samples, int count);

/* Why the sampling of a cell ended. */
typedef enum qdr_end {
    QDR_END_COUNT,     /* as many as were asked for, no more allowed */
    QDR_END_PRECISION, /* the interval is narrow enough */
    QDR_END_MOST,      /* the most allowed, without that precision */
    QDR_END_TIME,      /* the time cap, without that precision */
    QDR_END_TRIES,     /* too many starts came late */
    QDR_NUM_ENDS
} qdr_end;

/* qdr_end_string returns the word for it: "precision". */
const char *qdr_end_string(qdr_end end);

/* qdr_is_steady tells whether the last `width` of `samples[count]` are no
 * faster, by their median, than 95% of the `width` before them: warmed up. */
bool qdr_is_steady(const int64_t *samples, int count, int width);

#endif
