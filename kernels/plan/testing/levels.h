/* kernels/plan/testing/levels.h -- a network with levels for algorithms that
 * need one. */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_LEVELS_H
#define QUADRILLE_KERNELS_PLAN_TESTING_LEVELS_H

#include <stdbool.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"

/* qdr_test_add_levels gives the options qdr_test_levels, and nodes of as many
 * of p <= 64 ranks, if the algorithm needs levels. Returns whether p ranks can
 * run it: nodes of one rank leave no levels. */
bool qdr_test_add_levels(const qdr_kernel *kernel, int p,
                         qdr_plan_options *options);

#endif
