/* harness/cli/output/median_time.h -- times of work in this process, for
 * benchmarks that need no MPI. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_MEDIAN_TIME_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_MEDIAN_TIME_H

/* qdr_now_us returns the monotonic clock, in us. */
double qdr_now_us(void);

/* qdr_median_time returns the median of an odd number of times, count >= 1, and
 * sorts them. */
double qdr_median_time(double *times, int count);

#endif
