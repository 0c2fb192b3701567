/* workloads/synthetic/test_set2.c -- test set 1 with unequal messages.
 *
 * Source: test set 2 of [wang1993, Sec. 5]: the matrices of test set 1, their
 * entries times a unit. The entries' range is not printed; here each message
 * has 1 to 32 units, all equally likely. One seed gives both sets the same
 * pairs.
 */
#include "kernels/core/base/rng.h"
#include "workloads/workload.h"

enum { MAX_UNITS = 32 };

extern const qdr_workload qdr_workload_test_set1;

/* In the order of test_set1's. */
enum { BYTES, DEGREE };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a unit; a message has 1 to 32", "256"),
    [DEGREE] = {.name = "degree",
                .plural = "degrees",
                .summary = "messages from, and to, every rank",
                .type = QDR_INTEGER,
                .min = 0,
                .max = QDR_MAX_PROCS - 1},
    {0}};

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    int64_t bytes = qdr_values_integer(input->values, BYTES);
    qdr_pattern *made = &traffic->pattern;
    qdr_status status = qdr_workload_test_set1.generate(input, traffic, error);
    qdr_rng rng;

    if (status != QDR_OK)
        return status;
    /* The sum must not exceed 2^63 - 1 for any draw, so that acceptance does
     * not depend on the seed. */
    if (made->num_messages > 0 &&
        bytes > INT64_MAX / MAX_UNITS / made->num_messages) {
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "bytes: %lld; accepted: at most %lld, for %lld "
                     "messages of up to %d times as many",
                     (long long)bytes,
                     (long long)(INT64_MAX / MAX_UNITS / made->num_messages),
                     (long long)made->num_messages, MAX_UNITS);
        qdr_pattern_cleanup(made);
        return status;
    }
    /* Not the numbers that the pairs were drawn with. */
    qdr_rng_init(&rng, qdr_mix64(input->seed + 1));
    for (int64_t m = 0; m < made->num_messages; m++)
        made->messages[m].bytes *= 1 + (int64_t)qdr_rng_below(&rng, MAX_UNITS);
    return QDR_OK;
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    return qdr_workload_test_set1.check(input, error);
}

/* As much as of set 1, in messages of so many units on average. */
static qdr_amount amount(const qdr_workload_input *input)
{
    qdr_amount of_units = qdr_workload_test_set1.amount(input);

    of_units.bytes *= (1 + MAX_UNITS) / 2.0;
    return of_units;
}

const qdr_workload qdr_workload_test_set2 = {
    .name = "test_set2",
    .summary = "as test_set1, each message of 1 to 32 times the bytes",
    .is_seeded = true,
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
