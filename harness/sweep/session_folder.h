/* harness/sweep/session_folder.h -- the session folder of Open MPI's mpirun,
 * one for each launch on one node.
 *
 * A killed mpirun leaves it. So it has a known name, by results folder and
 * launch, in TMPDIR (else /tmp) of its node; the next launch of that number
 * removes it. The launch must be locked. */
#ifndef QUADRILLE_HARNESS_SWEEP_SESSION_FOLDER_H
#define QUADRILLE_HARNESS_SWEEP_SESSION_FOLDER_H

#include "harness/sweep/sweep.h"

/* qdr_session_folder_set, in the process that becomes mpirun, makes an empty
 * folder and names it to mpirun, unless it cannot, or the user has chosen one.
 */
void qdr_session_folder_set(const qdr_sweep *sweep, const qdr_launch *launch);

/* qdr_session_folder_remove removes it, with its contents. */
void qdr_session_folder_remove(const qdr_sweep *sweep,
                               const qdr_launch *launch);

#endif
