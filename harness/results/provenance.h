/* harness/results/provenance.h -- the environment that produced a result. */
#ifndef QUADRILLE_HARNESS_RESULTS_PROVENANCE_H
#define QUADRILLE_HARNESS_RESULTS_PROVENANCE_H

#include <jansson.h>

#include "harness/experiment/experiment.h"

/* qdr_provenance_new returns a new JSON object, the caller's: commit, compiler
 * and flags, MPI parameters, host, SLURM job, times, and the text of inputs in
 * `folder` that are not long. NULL if memory is out. */
json_t *qdr_provenance_new(const char *folder, const qdr_experiment *experiment,
                           double start_unix_s);

/* qdr_provenance_set_end sets the result's end to now. */
void qdr_provenance_set_end(json_t *provenance);

#endif
