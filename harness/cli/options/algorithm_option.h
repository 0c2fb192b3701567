/* harness/cli/options/algorithm_option.h -- the options --algorithm and
 * --collective.
 */
#ifndef QUADRILLE_HARNESS_CLI_OPTIONS_ALGORITHM_OPTION_H
#define QUADRILLE_HARNESS_CLI_OPTIONS_ALGORITHM_OPTION_H

#include "harness/cli/options/options.h"
#include "kernels/kernel.h"
#include "workloads/workload.h"

/* The option --collective, for a command's table. */
#define QDR_COLLECTIVE_OPTION                                                  \
    QDR_OPTION(TEXT, "collective", "C", NULL,                                  \
               "of --algorithm auto, such as allreduce")

/* qdr_algorithm_option finds the algorithm of the options; that of `auto` by
 * --collective, or else by the workload, which may be NULL. It refuses a
 * collective that is not the algorithm's. */
qdr_status qdr_algorithm_option(const qdr_options *options,
                                const qdr_workload *workload,
                                const qdr_kernel **out_kernel,
                                qdr_error *error);

#endif
