/* harness/slurm/squeue.h -- the output of squeue. */
#ifndef QUADRILLE_HARNESS_SLURM_SQUEUE_H
#define QUADRILLE_HARNESS_SLURM_SQUEUE_H

#include "harness/sweep/sweep.h"

/* qdr_squeue requests all of the user's jobs, again if that fails, and makes
 * the SLURM commands that follow read the machine's configuration, too. A line
 * of *out_text is a job: id (as 5_3, because slurmctld may not know the number
 * of a task that it has requeued), array index, state, reason, folder,
 * separated by bars. The caller frees it, after QDR_OK. */
qdr_status qdr_squeue(const qdr_sweep *sweep, char **out_text,
                      qdr_error *error);

#endif
