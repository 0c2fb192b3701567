/* harness/measure/stopping.h -- when enough samples have been taken.
 *
 * Pure: no clock and no MPI. The rule is that of Hoefler and Belli (SC'15,
 * rules 5 and 8): the rank-based interval of the median, which assumes no
 * distribution.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_STOPPING_H
#define QUADRILLE_HARNESS_MEASURE_STOPPING_H

#include <stdbool.h>
#include <stdint.h>

/* Two samples, by their places in ascending order, from 0. */
typedef struct qdr_ranks {
    int low, high;
} qdr_ranks;

/* qdr_median_interval returns the samples between which the 95% interval of the
 * median of `count` samples lies; 0 and count - 1 where there are fewer than 6,
 * too few for an interval. */
qdr_ranks qdr_median_interval(int count);

/* qdr_is_precise returns whether both ends of the 95% interval of the median of
 * `samples[count]` lie within `precision` of the median, as a share of it.
 * False with fewer than 6 samples, which have no interval. `samples` is sorted.
 */
bool qdr_is_precise(int64_t *samples, int count, double precision);

/* qdr_choose_stride returns n, to verify one sample in n: the smallest n with
 * which `count` samples and their verifying end within `cap_ns`; 0: no cap.
 * Where samples alone take more than half of it, verifying may take the other
 * half. */
int qdr_choose_stride(int count, int64_t sample_ns, int64_t verifying_ns,
                      double cap_ns);

/* qdr_is_steady returns whether the last `width` of `samples[count]` are no
 * faster, by their median, than 95% of the `width` before them: warmed up. */
bool qdr_is_steady(const int64_t *samples, int count, int width);

#endif
