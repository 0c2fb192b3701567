/* workloads/broadcast/broadcast.c -- one rank sends the same to every other.
 *
 * Source: the one-to-all broadcast of [ponnusamy1992, Sec. 3.6].
 */
#include "workloads/workload.h"

static qdr_status generate(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error)
{
    return qdr_pattern_init_broadcast(pattern, params->procs, params->root,
                                      params->bytes, error);
}

const qdr_workload qdr_workload_broadcast = {
    .name = "broadcast",
    .summary = "one message from a root to every other rank",
    .uses = QDR_USES_ROOT,
    .generate = generate,
};
