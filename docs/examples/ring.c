/* workloads/synthetic/ring.c -- every rank sends to its next ones.
 *
 * Source: docs/adding-a-workload.md.
 */
#include <stdlib.h>

#include "workloads/workload.h"

enum { BYTES, REACH };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [REACH] = {.name = "reach",
               .plural = "reaches",
               .summary = "how many of the next ranks get a message",
               .type = QDR_INTEGER,
               .default_value = "1",
               .min = 0,
               .max = QDR_MAX_PROCS - 1},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t reach = qdr_values_integer(input->values, REACH);

    if (reach > input->procs - 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "reach: %lld; accepted: 0 to %d, the other ranks",
                        (long long)reach, input->procs - 1);
    return QDR_OK;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    double messages =
        (double)input->procs * (double)qdr_values_integer(input->values, REACH);

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    int reach = (int)qdr_values_integer(input->values, REACH);
    int64_t count = (int64_t)input->procs * reach, m = 0;
    qdr_status status = check(input, error);
    qdr_message *messages;

    if (status != QDR_OK)
        return status;
    messages = malloc(((size_t)count + 1) * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a ring");
    for (int src = 0; src < input->procs; src++)
        for (int i = 1; i <= reach; i++)
            messages[m++] =
                (qdr_message){src, (src + i) % input->procs,
                              qdr_values_integer(input->values, BYTES)};
    status = qdr_pattern_init(&traffic->pattern, input->procs, messages, count,
                              error);
    free(messages); /* the pattern has copied them */
    return status;
}

const qdr_workload qdr_workload_ring = {
    .name = "ring",
    .summary = "every rank to the next ones",
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
