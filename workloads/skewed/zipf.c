/* workloads/skewed/zipf.c -- a few long messages among many short ones.
 *
 * Source: all-to-all exchanges with skewed message sizes, as [fan2022] and
 *         [lei2025] measure them; the sizes follow Zipf's law,
 *         [knuth1998, Sec. 6.1].
 * Reading: n = round(density p (p - 1)) pairs, those of `synthetic` with the
 *         same seed, have a message. In a random order of theirs the k-th has
 *         n `bytes` k^-s / H bytes, s the exponent and H the sum of k^-s for
 *         k = 1..n, rounded by largest remainders: the sum is n `bytes`
 *         exactly, and so the mean is `bytes`.
 * Edges:  s = 0: all are equally long. A message may round to 0 bytes and is a
 *         message still.
 * Example: n = 3, bytes = 11, s = 1: 18, 9 and 6.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "workloads/skewed/zipf_law.h"
#include "workloads/synthetic/pairs.h"

enum { EXPONENT = QDR_PAIRS_NUM_PARAMETERS };
static const qdr_parameter parameters[] = {
    [QDR_PAIRS_BYTES] = QDR_BYTES_PARAMETER("of a message, on average", "256"),
    [QDR_PAIRS_DENSITY] = QDR_DENSITY_PARAMETER,
    [EXPONENT] = {.name = "exponent",
                  .plural = "exponents",
                  .summary = "s: the k-th longest is k^-s of the longest",
                  .type = QDR_REAL,
                  .default_value = "1",
                  .min = 0,
                  .max = QDR_ZIPF_MAX_EXPONENT},
    {0}};

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t bytes = qdr_values_integer(input->values, QDR_PAIRS_BYTES);
    int64_t count, total;
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    count = qdr_pairs_count(input);
    if (__builtin_mul_overflow(count, bytes, &total))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "bytes: %" PRId64 "; accepted: at most %" PRId64
                        ", for %" PRId64 " messages",
                        bytes, INT64_MAX / count, count);
    return QDR_OK;
}

/* Gives each message its share, in a random order. */
static qdr_status set_sizes(const qdr_workload_input *input, int64_t count,
                            qdr_rng *rng, qdr_message *messages,
                            qdr_error *error)
{
    int64_t total = count * qdr_values_integer(input->values, QDR_PAIRS_BYTES);
    int64_t *shares = malloc(((size_t)count + 1) * sizeof *shares);
    qdr_status status;

    if (shares == NULL)
        return qdr_fail_memory(error, "the sizes of messages");
    status = qdr_zipf_distribute(
        shares, count, qdr_values_real(input->values, EXPONENT), total, error);
    for (int64_t m = 0; m < count && status == QDR_OK; m++) {
        int64_t i = m + (int64_t)qdr_rng_below(rng, (uint64_t)(count - m));
        messages[m].bytes = shares[i];
        shares[i] = shares[m];
    }
    free(shares);
    return status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_message *messages;
    int64_t count;
    qdr_rng rng;
    qdr_status status = check(input, error);

    if (status != QDR_OK)
        return status;
    count = qdr_pairs_count(input);
    qdr_rng_init(&rng, input->seed);
    status = qdr_pairs_new(&messages, input->procs, count, 0, &rng, error);
    if (status != QDR_OK)
        return status;
    status = set_sizes(input, count, &rng, messages, error);
    if (status == QDR_OK)
        status = qdr_pattern_init(&traffic->pattern, input->procs, messages,
                                  count, error);
    free(messages); /* the pattern has copied them */
    return status;
}

const qdr_workload qdr_workload_zipf = {
    .name = "zipf",
    .summary = "a random share of all pairs, a few messages very long",
    .is_seeded = true,
    .parameters = parameters,
    .ordinary = {[QDR_ALLTOALLV] = "density=0.5"},
    .check = check,
    .amount = qdr_pairs_amount,
    .generate = generate,
};
