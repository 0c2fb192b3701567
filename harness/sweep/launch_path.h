/* harness/sweep/launch_path.h -- the names of the files of a launch (one
 * mpirun). */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_PATH_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_PATH_H

#include "harness/sweep/sweep.h"

/* qdr_launch_path writes FOLDER/launch-NNNNN.suffix to path[QDR_PATH_LENGTH].
 */
void qdr_launch_path(const qdr_sweep *sweep, int64_t launch, const char *suffix,
                     char *path);

/* qdr_launch_remove_file removes that file, if it is there. */
void qdr_launch_remove_file(const qdr_sweep *sweep, int64_t launch,
                            const char *suffix);

#endif
