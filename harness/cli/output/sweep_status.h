/* harness/cli/output/sweep_status.h -- the progress of a sweep. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_SWEEP_STATUS_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_SWEEP_STATUS_H

#include "harness/cli/options/options.h"
#include "harness/sweep/loading/sweep.h"

/* qdr_sweep_status prints it; with --wait, until nothing runs any more. Fails
 * with QDR_ERROR_CHECK unless every cell is valid. */
qdr_status qdr_sweep_status(const qdr_sweep *sweep, const qdr_options *options,
                            qdr_error *error);

/* qdr_sweep_collect prints how many cells are valid, lost and duplicated, and
 * fails likewise. */
qdr_status qdr_sweep_collect(const qdr_sweep *sweep, const qdr_options *options,
                             qdr_error *error);

#endif
