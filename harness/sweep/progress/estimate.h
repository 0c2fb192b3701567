/* harness/sweep/progress/estimate.h -- the estimated time of a launch (one
 * mpirun).
 *
 * For packing jobs and for the plan: correct within a small factor, from the
 * number of messages and bytes alone. A cell's cap, if it has one, bounds it.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_PROGRESS_ESTIMATE_H
#define QUADRILLE_HARNESS_SWEEP_PROGRESS_ESTIMATE_H

#include "harness/sweep/loading/sweep.h"

/* qdr_estimate_launch_s returns the wall time of a launch in seconds, at most
 * the launch's cap. O(number of patterns), plus the time to compute their
 * amounts. */
double qdr_estimate_launch_s(const qdr_sweep *sweep, const qdr_launch *launch);

#endif
