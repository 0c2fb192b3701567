/* harness/experiment/experiment_check.h -- what of an experiment the schema
 * cannot tell: ranges, and what goes with what. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H
#define QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H

#include "harness/experiment/experiment.h"

/* qdr_experiment_check refuses, naming the line in the file at `path`, what is
 * out of its range or does not go together. Defaults are set. */
qdr_status qdr_experiment_check(const char *path, const qdr_experiment *e,
                                qdr_error *error);

/* qdr_experiment_find_patterns replaces the pattern files' names by their
 * paths: given relative to the experiment; a results folder keeps copies in
 * patterns/, by their last name, which come first. Refuses files that cannot be
 * read. */
qdr_status qdr_experiment_find_patterns(const char *path, qdr_experiment *e,
                                        qdr_error *error);

#endif
