/* harness/slurm/copies.h -- copies the files that jobs run into the results
 * folder. */
#ifndef QUADRILLE_HARNESS_SLURM_COPIES_H
#define QUADRILLE_HARNESS_SLURM_COPIES_H

#include "harness/sweep/sweep.h"

/* qdr_copy_programs copies the programs and the scripts of jobs into
 * FOLDER/program, with the machine's `setup`, and the files that draw if
 * `figures`. */
qdr_status qdr_copy_programs(const qdr_sweep *sweep, bool figures,
                             qdr_error *error);

#endif
