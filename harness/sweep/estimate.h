/* harness/sweep/estimate.h -- about how long a launch takes.
 *
 * For packing jobs and for the plan: right within a factor of a few, from the
 * amounts of the demands alone; a cell's own cap, if it has one, bounds it.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_ESTIMATE_H
#define QUADRILLE_HARNESS_SWEEP_ESTIMATE_H

#include "harness/sweep/sweep.h"

/* qdr_estimate_launch_s returns the wall time of a launch in seconds, at most
 * the launch's cap. O(demands), and the time that their amounts take. */
double qdr_estimate_launch_s(const qdr_sweep *sweep, const qdr_launch *launch);

#endif
