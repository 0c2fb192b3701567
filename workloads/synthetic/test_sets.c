/* workloads/synthetic/test_sets.c -- as many messages to as from every rank.
 *
 * Source: test set 1 of [wang1993, Sec. 5]: matrices whose rows and columns
 *         have about d entries of one size. How they were made stands in a
 *         report that is lost; here they are the union of d disjoint random
 *         permutations without fixed points, so every row and every column has
 *         exactly d. With d = p, as in Table 3, ranks send to themselves, too.
 *         Test set 2: the same matrices, their entries times a unit. The
 *         entries' range is not printed; here each message has 1 to 32 units,
 *         all equally likely. One seed gives both sets the same pairs.
 */
#include <stdlib.h>

#include "workloads/synthetic/permutations.h"
#include "workloads/workload.h"

enum { MAX_UNITS = 32 };

enum { BYTES, DEGREE };
#define DEGREE_PARAMETER(max_degree)                                           \
    {                                                                          \
        .name = "degree", .plural = "degrees",                                 \
        .summary = "messages from, and to, every rank", .type = QDR_INTEGER,   \
        .min = 0, .max = (max_degree)                                          \
    }
static const qdr_parameter parameters_1[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a message", "256"),
    [DEGREE] = DEGREE_PARAMETER(QDR_MAX_PROCS),
    {0}};
static const qdr_parameter parameters_2[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a unit; a message has 1 to 32", "256"),
    [DEGREE] = DEGREE_PARAMETER(QDR_MAX_PROCS - 1),
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

static qdr_amount amount_1(const qdr_workload_input *input)
{
    double messages = (double)input->procs *
                      (double)qdr_values_integer(input->values, DEGREE);

    return (qdr_amount){
        messages, messages * (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status generate_1(const qdr_workload_input *input,
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

static qdr_status generate_2(const qdr_workload_input *input,
                             qdr_traffic *traffic, qdr_error *error)
{
    int64_t bytes = qdr_values_integer(input->values, BYTES);
    qdr_pattern *made = &traffic->pattern;
    qdr_status status = generate_1(input, traffic, error);
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

/* As much as of set 1, in messages of so many units on average. */
static qdr_amount amount_2(const qdr_workload_input *input)
{
    qdr_amount of_units = amount_1(input);

    of_units.bytes *= (1 + MAX_UNITS) / 2.0;
    return of_units;
}

const qdr_workload qdr_workload_test_set1 = {
    .name = "test_set1",
    .summary = "degree messages of one size from and to every rank",
    .is_seeded = true,
    .parameters = parameters_1,
    .check = check,
    .amount = amount_1,
    .generate = generate_1,
};

const qdr_workload qdr_workload_test_set2 = {
    .name = "test_set2",
    .summary = "as test_set1, each message of 1 to 32 times the bytes",
    .is_seeded = true,
    .parameters = parameters_2,
    .check = check,
    .amount = amount_2,
    .generate = generate_2,
};
