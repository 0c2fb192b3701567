/* harness/calibrate/launch_estimate.h -- an estimate from one value per launch
 * (one mpirun), and the interval that holds the true value with 95%. Pure. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_LAUNCH_ESTIMATE_H
#define QUADRILLE_HARNESS_CALIBRATE_LAUNCH_ESTIMATE_H

#include "kernels/core/base/status.h"

/* Max values of an estimate, and the min with which there is an interval. */
enum { QDR_MAX_ESTIMATED = 64, QDR_MIN_ESTIMATED = 6 };

/* An estimate and its interval; high: infinite if only a lower bound is known.
 */
typedef struct qdr_estimate {
    double estimate, low, high;
} qdr_estimate;

/* qdr_estimate_of returns the estimate of Hodges and Lehmann, and the
 * interval of Wilcoxon's signed-rank test, which assumes a symmetric
 * distribution only: exact without ties, with them at least 95%. Of fewer than
 * QDR_MIN_ESTIMATED values the interval is their range.
 * `count` is 1 to QDR_MAX_ESTIMATED. */
qdr_estimate qdr_estimate_of(const double *values, int count);

/* qdr_median_of returns the median of values[count], and qdr_quantile_of the
 * quantile at `share`, 0 to 1, between neighbours in proportion. `count` is 1
 * or more. Both sort the values. */
double qdr_median_of(double *values, int count);
double qdr_quantile_of(double *values, int count, double share);

#endif
