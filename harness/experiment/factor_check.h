/* harness/experiment/factor_check.h -- checks of one factor. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_FACTOR_CHECK_H
#define QUADRILLE_HARNESS_EXPERIMENT_FACTOR_CHECK_H

#include "harness/experiment/factors.h"

/* qdr_factor_check refuses, naming its place, a factor that no algorithm or
 * workload has, that is given twice, or that has an invalid or a repeated
 * value; and replaces names of files by their paths. */
qdr_status qdr_factor_check(const qdr_experiment *experiment, int index,
                            qdr_error *error);

/* qdr_factors_require refuses an experiment that lacks a parameter without a
 * default. */
qdr_status qdr_factors_require(const qdr_experiment *experiment,
                               qdr_error *error);

#endif
