/* harness/experiment/experiment_check.h -- checks of an experiment beyond the
 * schema: ranges, and which keys go together. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H
#define QUADRILLE_HARNESS_EXPERIMENT_EXPERIMENT_CHECK_H

#include "harness/experiment/experiment.h"

/* qdr_experiment_check refuses, naming its place, a value that is out of range,
 * repeated in a list, or in conflict with another. Defaults are set; factors
 * need not be. */
qdr_status qdr_experiment_check(const qdr_experiment *e, qdr_error *error);

/* qdr_experiment_check_case refuses case keys that no algorithm or workload of
 * the experiment has. */
qdr_status qdr_experiment_check_case(const qdr_experiment *e, qdr_error *error);

#endif
