/* harness/results/provenance.h -- the environment that produced a result. */
#ifndef QUADRILLE_HARNESS_RESULTS_PROVENANCE_H
#define QUADRILLE_HARNESS_RESULTS_PROVENANCE_H

#include <jansson.h>

#include "harness/experiment/experiment.h"

/* qdr_provenance_new returns a new JSON object, the caller's: commit, program,
 * compiler and flags, MPI parameters, host, SLURM job, times, and the text of
 * every configuration file in `folder` with its SHA-256 (for a long input only
 * the SHA-256). NULL if memory is out. */
json_t *qdr_provenance_new(const char *folder, const qdr_experiment *experiment,
                           double start_unix_s);

/* qdr_provenance_files returns the part of it that describes the files that
 * launches read, as a new object; those that its factors name are left out
 * without an `experiment`. qdr_provenance_inputs returns a new object
 * with the SHA-256 of each of these, by its name in `folder`. */
json_t *qdr_provenance_files(const char *folder,
                             const qdr_experiment *experiment);
json_t *qdr_provenance_inputs(const json_t *provenance);

/* qdr_provenance_set_end sets the result's end to now. */
void qdr_provenance_set_end(json_t *provenance);

#endif
