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

enum { BYTES, DENSITY };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [DENSITY] = {.name = "density",
                 .levels = "densities",
                 .summary = "share of the p (p - 1) pairs that have a message",
                 .type = QDR_REAL,
                 .preset = "1",
                 .least = 0,
                 .most = 1},
    {0}};

/* Walks the pairs once and takes each with the probability that leaves all
 * completions equally likely (selection sampling, Knuth, TAOCP vol. 2, 3.4.2,
 * Algorithm S), so the pairs come out sorted and memory is O(messages). */
static void sample_pairs(const qdr_workload_input *input, int64_t num_messages,
                         qdr_message *messages)
{
    int64_t bytes = qdr_values_integer(input->values, BYTES);
    int64_t pairs_left = (int64_t)input->procs * (input->procs - 1);
    int64_t taken = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, input->seed);
    for (int src = 0; src < input->procs; src++) {
        for (int dst = 0; dst < input->procs; dst++) {
            if (src == dst)
                continue;
            if (qdr_rng_below(&rng, (uint64_t)pairs_left) <
                (uint64_t)(num_messages - taken))
                messages[taken++] = (qdr_message){src, dst, bytes};
            pairs_left--;
        }
    }
}

static int64_t count_messages(const qdr_workload_input *input)
{
    return llround(qdr_values_real(input->values, DENSITY) *
                   (double)input->procs * (double)(input->procs - 1));
}

static qdr_amount amount(const qdr_workload_input *input)
{
    double messages = (double)count_messages(input);

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    if (input->procs >= 1 && input->procs <= QDR_MAX_PROCS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT, "procs: %d; accepted: 1 to %d",
                    input->procs, QDR_MAX_PROCS);
}

static qdr_status generate(const qdr_workload_input *input, qdr_demand *demand,
                           qdr_error *error)
{
    int64_t num_messages;
    qdr_message *messages;
    qdr_status status = check(input, error);

    if (status != QDR_OK)
        return status;
    num_messages = count_messages(input);
    /* Released below, after the pattern has copied it. */
    messages = malloc(((size_t)num_messages + 1) * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a synthetic pattern");
    sample_pairs(input, num_messages, messages);
    status = qdr_pattern_init(&demand->pattern, input->procs, messages,
                              num_messages, error);
    free(messages);
    return status;
}

const qdr_workload qdr_workload_synthetic = {
    .name = "synthetic",
    .summary = "messages of one size between a random share of all pairs",
    .is_seeded = true,
    .parameters = parameters,
    .ordinary = {[QDR_ALLTOALL] = "",
                 [QDR_ALLTOALLV] = "density=0.5",
                 [QDR_RECEIVE_VECTOR] = "density=0.5;bytes=8"},
    .check = check,
    .amount = amount,
    .generate = generate,
};
