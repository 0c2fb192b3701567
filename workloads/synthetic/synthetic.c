/* workloads/synthetic/synthetic.c -- random traffic of a given density.
 *
 * Source: the synthetic patterns of [ponnusamy1992, Sec. 4.5]: messages of one
 * size between a given share of all pairs. The paper's own patterns are
 * unknown; here every set of exactly round(density p (p - 1)) off-diagonal
 * pairs is equally likely.
 */
#include <math.h>
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "workloads/workload.h"

/* Walks the pairs once and takes each with the probability that leaves all
 * completions equally likely (selection sampling, Knuth, TAOCP vol. 2, 3.4.2,
 * Algorithm S), so the pairs come out sorted and memory is O(messages). */
static void sample_pairs(const qdr_workload_params *params,
                         int64_t num_messages, qdr_message *messages)
{
    int64_t pairs_left = (int64_t)params->procs * (params->procs - 1);
    int64_t taken = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, params->seed);
    for (int src = 0; src < params->procs; src++) {
        for (int dst = 0; dst < params->procs; dst++) {
            if (src == dst)
                continue;
            if (qdr_rng_below(&rng, (uint64_t)pairs_left) <
                (uint64_t)(num_messages - taken))
                messages[taken++] = (qdr_message){src, dst, params->bytes};
            pairs_left--;
        }
    }
}

static qdr_status generate(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error)
{
    int64_t num_messages;
    qdr_message *messages;
    qdr_status status;

    if (params->procs < 1 || params->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs is %d, accepted are 1 to %d", params->procs,
                        QDR_MAX_PROCS);
    if (!(params->density >= 0 && params->density <= 1))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "density is %g, accepted are 0 to 1", params->density);
    if (params->bytes < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "bytes is %lld, accepted are 0 or more",
                        (long long)params->bytes);
    num_messages = llround(params->density * (double)params->procs *
                           (double)(params->procs - 1));
    /* Released below, after the pattern has copied it. */
    messages = malloc(((size_t)num_messages + 1) * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a synthetic pattern");
    sample_pairs(params, num_messages, messages);
    status =
        qdr_pattern_init(pattern, params->procs, messages, num_messages, error);
    free(messages);
    return status;
}

const qdr_workload qdr_workload_synthetic = {
    .name = "synthetic",
    .summary = "messages of one size between a random share of all pairs",
    .uses = QDR_USES_DENSITY | QDR_USES_SEED,
    .generate = generate,
};
