/* workloads/synthetic/test_set1.c -- as many messages to as from every rank.
 *
 * Source: test set 1 of [wang1993, Sec. 5]: matrices whose rows and columns
 * have about d entries of one size. How they were made stands in a report that
 * is lost; here they are the union of d disjoint random permutations without
 * fixed points, so every row and every column has exactly d.
 */
#include <stdlib.h>

#include "workloads/synthetic/permutations.h"
#include "workloads/workload.h"

static qdr_status check(const qdr_workload_params *params, qdr_error *error)
{
    if (params->procs < 1 || params->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs is %d, accepted are 1 to %d", params->procs,
                        QDR_MAX_PROCS);
    if (params->degree < 0 || params->degree > params->procs - 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "degree is %d, accepted are 0 to %d, the other ranks",
                        params->degree, params->procs - 1);
    if (params->bytes < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "bytes is %lld, accepted are 0 or more",
                        (long long)params->bytes);
    return QDR_OK;
}

static qdr_status generate(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error)
{
    int64_t num_messages = (int64_t)params->procs * params->degree;
    qdr_message *messages;
    qdr_status status = check(params, error);
    qdr_rng rng;

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, params->seed);
    /* Released below, after the pattern has copied it. */
    status = qdr_permutations_new(&messages, params->procs, params->degree,
                                  false, &rng, error);
    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < num_messages; m++)
        messages[m].bytes = params->bytes;
    status =
        qdr_pattern_init(pattern, params->procs, messages, num_messages, error);
    free(messages);
    return status;
}

const qdr_workload qdr_workload_test_set1 = {
    .name = "test_set1",
    .summary = "degree messages of one size from and to every rank",
    .uses = QDR_USES_DEGREE | QDR_USES_SEED,
    .generate = generate,
};
