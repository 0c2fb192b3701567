/* harness/experiment/experiment_check.h -- what of an experiment the schema
 * cannot tell: ranges, and what goes with what. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H
#define QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H

#include "harness/experiment/experiment.h"

/* qdr_experiment_check refuses, naming its place, what is out of its range,
 * stands twice in a list or does not go together. Defaults are set; factors
 * need not be. */
qdr_status qdr_experiment_check(const qdr_experiment *e, qdr_error *error);

/* qdr_experiment_check_case refuses case keys that no row here has. */
qdr_status qdr_experiment_check_case(const qdr_experiment *e, qdr_error *error);

#endif
