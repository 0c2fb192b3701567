/* harness/slurm/sbatch.h -- how jobs are requested. */
#ifndef QUADRILLE_HARNESS_SLURM_SBATCH_H
#define QUADRILLE_HARNESS_SLURM_SBATCH_H

#include "harness/files/command.h"
#include "harness/sweep/sweep.h"

/* qdr_command_sbatch_array: the tasks of `list` ("0-3,7"), of so many nodes,
 * after another array (NULL: none), so that not more than array_limit run at
 * once. */
void qdr_command_sbatch_array(qdr_command *command, const qdr_sweep *sweep,
                              int nodes, const char *list, const char *after);

/* qdr_command_sbatch_collector: the job that runs after the last array, however
 * that ended. */
void qdr_command_sbatch_collector(qdr_command *command, const qdr_sweep *sweep,
                                  const char *array);

#endif
