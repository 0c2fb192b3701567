/* harness/calibrate/fitting.h -- fits of one launch's medians. Pure.
 *
 * Least squares are those of logarithms: a median that is 10% off counts the
 * same at every length, so short messages determine the intercept of a line and
 * long ones its slope. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_FITTING_H
#define QUADRILLE_HARNESS_CALIBRATE_FITTING_H

/* A time of start + slope n for n bytes. */
typedef struct qdr_fitted_line {
    double start, slope;
} qdr_fitted_line;

/* qdr_fit_line returns the line through times[count], with both numbers above
 * 0, or 0 where no time passes, as on a simulated processor. */
qdr_fitted_line qdr_fit_line(const double *bytes, const double *times,
                             int count);

/* qdr_fit_excess returns the e, from 1 to the max number of pairs, with which
 * max(1, pairs / e) is nearest to the slowdowns. */
double qdr_fit_excess(const double *pairs, const double *slowdown, int count);

#endif
