/* harness/cli/output/model_messages.h -- `quadrille model alltoallv`: the
 * messages whose time is predicted. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_MESSAGES_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_MESSAGES_H

#include "harness/cli/options/options.h"
#include "kernels/core/problem/problem.h"

/* qdr_model_summary sets *out_summary to the summary of the messages that
 * options `procs`, `bytes` and `density` describe: all pairs, or those of
 * workload synthetic with its default seed; on the nodes of `network`. */
qdr_status qdr_model_summary(const qdr_options *options,
                             const qdr_network *network,
                             qdr_traffic_summary *out_summary,
                             qdr_error *error);

#endif
