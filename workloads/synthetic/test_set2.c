/* workloads/synthetic/test_set2.c -- test set 1 with unequal messages.
 *
 * Source: test set 2 of [wang1993, Sec. 5]: the matrices of test set 1, their
 * entries times a unit. The entries' range is not printed; here each message
 * has 1 to 32 units, all equally likely. One seed gives both sets the same
 * pairs.
 */
#include "kernels/core/rng.h"
#include "workloads/workload.h"

enum { MOST_UNITS = 32 };

extern const qdr_workload qdr_workload_test_set1;

static qdr_status generate(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error)
{
    qdr_pattern made = {0};
    qdr_status status = qdr_workload_test_set1.generate(params, &made, error);
    qdr_rng rng;

    if (status != QDR_OK)
        return status;
    /* The sum must stay below 2^63 whatever is drawn, so that no seed decides
     * what is accepted. */
    if (made.num_messages > 0 &&
        params->bytes > INT64_MAX / MOST_UNITS / made.num_messages) {
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "bytes is %lld, accepted are at most %lld, for %lld "
                     "messages of up to %d times as many",
                     (long long)params->bytes,
                     (long long)(INT64_MAX / MOST_UNITS / made.num_messages),
                     (long long)made.num_messages, MOST_UNITS);
        qdr_pattern_cleanup(&made);
        return status;
    }
    /* Not the numbers that the pairs were drawn with. */
    qdr_rng_init(&rng, qdr_mix64(params->seed + 1));
    for (int64_t m = 0; m < made.num_messages; m++)
        made.messages[m].bytes *= 1 + (int64_t)qdr_rng_below(&rng, MOST_UNITS);
    *pattern = made;
    return QDR_OK;
}

const qdr_workload qdr_workload_test_set2 = {
    .name = "test_set2",
    .summary = "as test_set1, each message of 1 to 32 times the bytes",
    .uses = QDR_USES_DEGREE | QDR_USES_SEED,
    .generate = generate,
};
