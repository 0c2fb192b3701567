/* harness/sweep/launch_attempts.h -- the files that a running launch (one
 * mpirun) writes, before they are the launch's.
 *
 * bench writes neither launch-N.csv nor launch-N.json, but a pair
 * attempt-N-XXXXXX of its own, which begins with their content; the holder of
 * the launch's lock moves it into their place if it has more. So a launch that
 * outlived its sweep cannot corrupt the files that a later one writes, and
 * finished cells are kept until there is something better.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_ATTEMPTS_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_ATTEMPTS_H

#include "harness/sweep/sweep.h"

/* qdr_launch_adopt moves the best finished attempt into place, removes the
 * files of attempts, and returns whether one had all cells. An attempt that
 * does not belong to the launch is set aside; one that cannot be read or moved
 * now stays where it is. The caller holds the launch's lock. */
bool qdr_launch_adopt(const qdr_sweep *sweep, int64_t launch);

#endif
