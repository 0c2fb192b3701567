/* workloads/synthetic/many_to_one.c -- the first ranks send to the last.
 *
 * Source: node contention, [wang1993, Sec. 2, Table 2].
 */
#include <stdlib.h>

#include "workloads/workload.h"

enum { BYTES, FAN_IN };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [FAN_IN] = {.name = "fan_in",
                .plural = "fan_ins",
                .summary = "so many ranks, from 0 on, send to the last one",
                .type = QDR_INTEGER,
                .min = 0,
                .max = QDR_MAX_PROCS - 1},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t fan_in = qdr_values_integer(input->values, FAN_IN);
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    if (fan_in > input->procs - 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "fan_in: %lld; accepted: 0 to %d, the other ranks",
                        (long long)fan_in, input->procs - 1);
    return QDR_OK;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    double messages = (double)qdr_values_integer(input->values, FAN_IN);

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    int fan_in = (int)qdr_values_integer(input->values, FAN_IN);
    qdr_message *messages;
    qdr_status status = check(input, error);

    if (status != QDR_OK)
        return status;
    messages = malloc(((size_t)fan_in + 1) * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "messages to one rank");
    for (int src = 0; src < fan_in; src++)
        messages[src] = (qdr_message){src, input->procs - 1,
                                      qdr_values_integer(input->values, BYTES)};
    status = qdr_pattern_init(&traffic->pattern, input->procs, messages, fan_in,
                              error);
    free(messages); /* the pattern has copied them */
    return status;
}

const qdr_workload qdr_workload_many_to_one = {
    .name = "many_to_one",
    .summary = "the first ranks send to the last one",
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
