/* harness/sweep/launch/mpirun_tmpdir.h -- the folder of the temporary files of
 * Open MPI's mpirun, or of SimGrid's smpirun: one for each launch on one node.
 *
 * A killed launcher leaves it. So it has a known name in TMPDIR (else /tmp) of
 * its node, by results folder, launch and the process that started it; the next
 * launch of that number removes those of processes that have ended. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_MPIRUN_TMPDIR_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_MPIRUN_TMPDIR_H

#include "harness/sweep/loading/sweep.h"

/* qdr_mpirun_tmpdir_set, in the process that becomes the launcher, makes an
 * empty folder and names it to the launcher, unless it cannot, or the user has
 * chosen mpirun's. */
void qdr_mpirun_tmpdir_set(const qdr_sweep *sweep, const qdr_launch *launch);

/* qdr_mpirun_tmpdir_remove removes it, with its contents. */
void qdr_mpirun_tmpdir_remove(const qdr_sweep *sweep, const qdr_launch *launch);

#endif
