/* harness/simulator/same_instant.h -- what several threads do at one instant.
 *
 * SimGrid runs them in an order that no version promises. So a thread that
 * reads what others may change at the same instant waits first, until all have
 * made their changes, and serves what has come by rank. Then results are equal
 * in all versions. The lengths of the waits differ, and so do their small sums:
 * equal ones would meet again at a later instant.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_SAME_INSTANT_H
#define QUADRILLE_HARNESS_SIMULATOR_SAME_INSTANT_H

#include <math.h>
#include <simgrid/engine.h>
#include <stdbool.h>

/* Seconds; multiples of the clock's spacing (clock_simulated.c). */
static const double QDR_ARRIVING_S = 97.0 / (1 << 30); /* before any arrival */
static const double QDR_WAKING_S = 59.0 / (1 << 30);   /* after a sleep */
static const double QDR_OFFERING_S = 41.0 / (1 << 30); /* before a grant */
static const double QDR_ENDING_S = 23.0 / (1 << 30); /* of work, with a task */
static const double QDR_TAKING_S = 11.0 / (1 << 30); /* as work ends */

/* qdr_is_now returns whether a time is this instant, which has SimGrid's
 * precision. */
static inline bool qdr_is_now(double time_s)
{
    return fabs(time_s - simgrid_get_clock()) < 1e-9;
}

#endif
