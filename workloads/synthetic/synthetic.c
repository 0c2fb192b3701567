/* workloads/synthetic/synthetic.c -- random traffic of a given density.
 *
 * Source: the synthetic patterns of [ponnusamy1992, Sec. 4.5]: messages of one
 * size between a given share of all pairs. The paper's own patterns are
 * unknown; here every set of exactly round(density p (p - 1)) off-diagonal
 * pairs is equally likely.
 */
#include <stdlib.h>

#include "workloads/synthetic/pairs.h"

static const qdr_parameter parameters[] = {
    [QDR_PAIRS_BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [QDR_PAIRS_DENSITY] = QDR_DENSITY_PARAMETER,
    {0}};

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_message *messages;
    qdr_rng rng;
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, input->seed);
    status = qdr_pairs_new(&messages, input->procs, qdr_pairs_count(input),
                           qdr_values_integer(input->values, QDR_PAIRS_BYTES),
                           &rng, error);
    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init(&traffic->pattern, input->procs, messages,
                              qdr_pairs_count(input), error);
    free(messages); /* the pattern has copied them */
    return status;
}

const qdr_workload qdr_workload_synthetic = {
    .name = "synthetic",
    .summary = "messages of one size between a random share of all pairs",
    .is_seeded = true,
    .parameters = parameters,
    .ordinary = {[QDR_ALLTOALL] = "",
                 [QDR_ALLTOALLV] = "",
                 [QDR_RECEIVE_VECTOR] = "bytes=8"},
    .check = qdr_workload_check_procs,
    .amount = qdr_pairs_amount,
    .generate = generate,
};
