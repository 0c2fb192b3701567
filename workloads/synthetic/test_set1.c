/* workloads/synthetic/test_set1.c -- as many messages to as from every rank.
 *
 * Source: test set 1 of [wang1993, Sec. 5]: matrices whose rows and columns
 * have about d entries of one size. How they were made stands in a report that
 * is lost; here they are the union of d disjoint random permutations without
 * fixed points, so every row and every column has exactly d. With d = p, as in
 * Table 3, ranks send to themselves, too.
 */
#include <stdlib.h>

#include "workloads/synthetic/permutations.h"
#include "workloads/workload.h"

enum { BYTES, DEGREE };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [DEGREE] = {.name = "degree",
                .plural = "degrees",
                .summary = "messages from, and to, every rank",
                .type = QDR_INTEGER,
                .min = 0,
                .max = QDR_MAX_PROCS},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t degree = qdr_values_integer(input->values, DEGREE);
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    if (degree > input->procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "degree: %lld; accepted: 0 to %d, the ranks",
                        (long long)degree, input->procs);
    return QDR_OK;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    double messages = (double)input->procs *
                      (double)qdr_values_integer(input->values, DEGREE);

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    int degree = (int)qdr_values_integer(input->values, DEGREE);
    int64_t num_messages = (int64_t)input->procs * degree;
    qdr_message *messages;
    qdr_status status = check(input, error);
    qdr_rng rng;

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, input->seed);
    /* Released below, after the pattern has copied it. */
    status = qdr_permutations_new(
        &messages,
        (qdr_permutations){input->procs, degree, degree == input->procs}, &rng,
        error);
    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < num_messages; m++)
        messages[m].bytes = qdr_values_integer(input->values, BYTES);
    status = qdr_pattern_init(&traffic->pattern, input->procs, messages,
                              num_messages, error);
    free(messages);
    return status;
}

const qdr_workload qdr_workload_test_set1 = {
    .name = "test_set1",
    .summary = "degree messages of one size from and to every rank",
    .is_seeded = true,
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
