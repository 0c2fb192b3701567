/* harness/sweep/launch/process_timing.h -- a launch that times whole processes.
 *
 * For measurements that need a process of their own: building a schedule from a
 * file, starting ranks, a whole exchange from start to end. hyperfine times
 * them, and its JSON goes into the launch's.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_PROCESS_TIMING_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_PROCESS_TIMING_H

#include "harness/sweep/loading/sweep.h"

/* qdr_sweep_time_processes runs the attempt called `name` at a launch of the
 * sweep in `folder`, and writes its files there as bench does. A cell whose
 * process fails is INVALID with the last line that it wrote. */
qdr_status qdr_sweep_time_processes(const char *folder, const char *name,
                                    qdr_error *error);

#endif
