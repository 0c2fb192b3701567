/* workloads/synthetic/swap.c -- two ranks send each other a message.
 *
 * Source: the basic measurement of a network: by `ls`, which receives before it
 * sends, a ping-pong; by `lp`, an exchange in both directions at once.
 */
#include "workloads/workload.h"

enum { BYTES, DISTANCE };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [DISTANCE] = {.name = "distance",
                  .plural = "distances",
                  .summary = "rank 0 and this rank swap",
                  .type = QDR_INTEGER,
                  .default_value = "1",
                  .min = 1,
                  .max = QDR_MAX_PROCS - 1},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t distance = qdr_values_integer(input->values, DISTANCE);
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status == QDR_OK && distance > input->procs - 1)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "distance: %lld; accepted: 1 to %d, the other ranks",
                          (long long)distance, input->procs - 1);
    return status;
}

static qdr_amount amount(const qdr_workload_input *input)
{
    return (qdr_amount){2,
                        2 * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    int other = (int)qdr_values_integer(input->values, DISTANCE);
    int64_t bytes = qdr_values_integer(input->values, BYTES);
    const qdr_message messages[] = {{0, other, bytes}, {other, 0, bytes}};
    qdr_status status = check(input, error);

    return status == QDR_OK ? qdr_pattern_init(&traffic->pattern, input->procs,
                                               messages, 2, error)
                            : status;
}

const qdr_workload qdr_workload_swap = {
    .name = "swap",
    .summary = "two ranks send each other a message",
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
