/* harness/experiment/factor_check.h -- what of a factor cannot be. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_FACTOR_CHECK_H
#define QUADRILLE_HARNESS_EXPERIMENT_FACTOR_CHECK_H

#include "harness/experiment/factors.h"

/* qdr_factor_check refuses, naming its place, a factor that no row has, that
 * stands there twice, or one of whose levels is no value or stands twice; and
 * replaces names of files by where they are. */
qdr_status qdr_factor_check(const qdr_experiment *experiment, int index,
                            qdr_error *error);

/* qdr_factors_require refuses an experiment without a parameter that has no
 * preset. */
qdr_status qdr_factors_require(const qdr_experiment *experiment,
                               qdr_error *error);

#endif
