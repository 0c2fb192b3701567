/* harness/cli/output/sweep_plan.h -- the output of `quadrille sweep plan`. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_SWEEP_PLAN_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_SWEEP_PLAN_H

#include "harness/sweep/loading/sweep.h"

/* qdr_sweep_plan_text prints the factors, one line per process layout, and an
 * estimate. */
void qdr_sweep_plan_text(const qdr_sweep *sweep);

/* qdr_sweep_plan_csv prints one line per cell. */
void qdr_sweep_plan_csv(const qdr_sweep *sweep);

#endif
