/* harness/slurm/slurm_command.h -- the one place that runs SLURM's commands.
 *
 * SQUEUE_STATES, SBATCH_ARRAY_INX and their like change what the commands do,
 * so they do not inherit them.
 */
#ifndef QUADRILLE_HARNESS_SLURM_SLURM_COMMAND_H
#define QUADRILLE_HARNESS_SLURM_SLURM_COMMAND_H

#include "harness/files/command.h"
#include "harness/sweep/loading/sweep.h"

enum { QDR_SLURM_TRIES = 3 /* of a command that fails */ };

/* qdr_slurm_find has the commands that follow read the machine's own
 * configuration, unless the user has named another. Fails if there is none. */
qdr_status qdr_slurm_find(const qdr_sweep *sweep, qdr_error *error);

/* qdr_slurm_run runs one of SLURM's commands. What it prints, also on stderr,
 * becomes *out_text (NULL: nothing), which the caller frees; if it fails,
 * `error` has the last line. */
qdr_status qdr_slurm_run(qdr_command *command, char **out_text,
                         qdr_error *error);

/* qdr_slurm_pause waits after the try of that number, from 1 on: 1, 2, 4 s. */
void qdr_slurm_pause(int number);

#endif
