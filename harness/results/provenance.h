/* harness/results/provenance.h -- what a result was made with. */
#ifndef QUADRILLE_HARNESS_RESULTS_PROVENANCE_H
#define QUADRILLE_HARNESS_RESULTS_PROVENANCE_H

#include <jansson.h>

#include "harness/experiment/experiment.h"

/* qdr_provenance_new returns a new JSON object, the caller's: commit, program,
 * compiler and flags, MPI parameters, host, SLURM job, times, and the text of
 * every configuration file in `folder` with its SHA-256 (of a long input
 * only that). NULL if memory is out. */
json_t *qdr_provenance_new(const char *folder, const qdr_experiment *experiment,
                           double start_unix_s);

/* qdr_provenance_set_end says that the result ended now, not before. */
void qdr_provenance_set_end(json_t *provenance);

#endif
