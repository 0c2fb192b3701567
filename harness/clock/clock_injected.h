/* harness/clock/clock_injected.h -- a wrong clock, for tests.
 *
 * For clock_monotonic.c only.
 */
#ifndef QUADRILLE_HARNESS_CLOCK_CLOCK_INJECTED_H
#define QUADRILLE_HARNESS_CLOCK_CLOCK_INJECTED_H

#include <stdint.h>

/* qdr_clock_inject shifts this rank's clock by `offset_ns`, and makes it drift
 * by `drift` ns per ns from now on. Before qdr_clock_init. */
void qdr_clock_inject(int64_t offset_ns, double drift);

/* qdr_clock_inject_drift changes that drift from now on. */
void qdr_clock_inject_drift(double drift);

/* qdr_clock_error_ns returns how far this rank's clock is off CLOCK_MONOTONIC:
 * the smallest of 50 readings, because the clocks may be read apart. */
int64_t qdr_clock_error_ns(void);

/* qdr_clock_round_trip_ns returns the round trips of the last pings between
 * this rank and rank 0, summed up the tree. */
int64_t qdr_clock_round_trip_ns(void);

#endif
