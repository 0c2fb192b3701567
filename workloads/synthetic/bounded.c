/* workloads/synthetic/bounded.c -- bounded traffic, unequal messages.
 *
 * Source: the matrices of [ranka1995, Sec. 7]. Every rank sends and receives t
 * elements in k messages: lk of them hold (1-l)t elements, the other (1-l)k
 * hold lt.
 * Reading: k disjoint random permutations, fixed points allowed, lk of them
 *          heavy. A permutation weighs the same in every row and column, so all
 *          sum to t exactly. With m = lk the light ones hold floor(mt/k); what
 *          a group's number does not divide is dealt round robin.
 * Edges:   the paper says k < p, yet measures k = 32; k = p is accepted, and
 *          the diagonal is then a local copy. l = 0 and l = 1 leave t elements
 *          to no message and are refused, and with them k = 1. Above l = 1/2
 *          the lk messages are the lighter ones: l and 1-l divide alike.
 *          A permutation without elements sends nothing (the paper's
 *          sgn(0) = 0), so a small t makes fewer than k messages.
 * Example: k = 4, l = 1/4, t = 10: one message of 8, and 2 dealt to three:
 *          1, 1 and none.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "workloads/synthetic/permutations.h"
#include "workloads/workload.h"

/* Permutations of one group, and the elements that they share. */
typedef struct group {
    int64_t count, elements;
} group;

/* A decimal such as 0.3333333 is meant to be a third. */
static const double tolerance = 1e-6;

/* The permutation's share, if the remainder is dealt from the first on. */
static int64_t share(const group *g, int64_t index)
{
    return g->elements / g->count + (index < g->elements % g->count);
}

/* The permutations that get an element, the first of the group. */
static int num_used(const group *g)
{
    return (int)(g->elements < g->count ? g->elements : g->count);
}

static qdr_status check_ranges(const qdr_workload_params *params,
                               qdr_error *error)
{
    if (params->procs < 2 || params->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs is %d, accepted are 2 to %d: a rank sends at "
                        "least two messages",
                        params->procs, QDR_MAX_PROCS);
    if (params->fan_out < 2 || params->fan_out > params->procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "fan-out is %d, accepted are 2 to %d: heavy and light "
                        "messages, at most one for each rank",
                        params->fan_out, params->procs);
    if (params->traffic < 0 || params->bytes < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "traffic is %" PRId64 " elements of %" PRId64
                        " bytes, accepted are 0 or more",
                        params->traffic, params->bytes);
    return QDR_OK;
}

static qdr_status check_sums(const qdr_workload_params *params,
                             qdr_error *error)
{
    int64_t bytes;

    if (__builtin_mul_overflow(params->traffic, params->bytes, &bytes) ||
        __builtin_mul_overflow(bytes, params->procs, &bytes))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "traffic is %" PRId64 " elements of %" PRId64
                        " bytes at %d ranks, accepted are less than 2^63 bytes "
                        "in all",
                        params->traffic, params->bytes, params->procs);
    return QDR_OK;
}

/* Sets *out_heavy to lk, if that is the number of some messages but not all. */
static qdr_status count_heavy(const qdr_workload_params *params,
                              int64_t *out_heavy, qdr_error *error)
{
    double l = params->non_uniformity, heavy = round(l * params->fan_out);

    if (!(l >= 0 && l <= 1) || heavy < 1 || heavy > params->fan_out - 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "non-uniformity is %g, accepted are 1/%d to %d/%d: "
                        "some messages must be heavy, and some light",
                        l, params->fan_out, params->fan_out - 1,
                        params->fan_out);
    if (fabs(l * params->fan_out - heavy) > tolerance)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "non-uniformity is %.9g, accepted are multiples of "
                        "1/%d, the nearest %.0f/%d: the heavy messages, it "
                        "times the fan-out, must be a whole number",
                        l, params->fan_out, heavy, params->fan_out);
    *out_heavy = (int64_t)heavy;
    return QDR_OK;
}

/* floor(m t / k) of m <= k, without a product that could overflow. */
static int64_t scale(int64_t t, int64_t m, int64_t k)
{
    return m * (t / k) + m * (t % k) / k;
}

static qdr_status make_messages(const qdr_workload_params *params,
                                const group *heavy, const group *light,
                                qdr_pattern *pattern, qdr_error *error)
{
    int count = num_used(heavy) + num_used(light);
    int64_t num_messages = (int64_t)count * params->procs;
    qdr_message *messages;
    qdr_status status;
    qdr_rng rng;

    qdr_rng_init(&rng, params->seed);
    /* Released below, after the pattern has copied it. */
    status = qdr_permutations_new(&messages, params->procs, count, true, &rng,
                                  error);
    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < num_messages; m++) {
        int64_t index = m / params->procs;
        int64_t elements = index < num_used(heavy)
                               ? share(heavy, index)
                               : share(light, index - num_used(heavy));
        messages[m].bytes = elements * params->bytes;
    }
    status =
        qdr_pattern_init(pattern, params->procs, messages, num_messages, error);
    free(messages);
    return status;
}

static qdr_status check(const qdr_workload_params *params, qdr_error *error)
{
    int64_t num_heavy;
    qdr_status status = check_ranges(params, error);

    if (status == QDR_OK)
        status = check_sums(params, error);
    return status == QDR_OK ? count_heavy(params, &num_heavy, error) : status;
}

static qdr_status generate(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error)
{
    group heavy = {0}, light = {0};
    qdr_status status = check(params, error);

    if (status == QDR_OK)
        status = count_heavy(params, &heavy.count, error);
    if (status != QDR_OK)
        return status;
    light.count = params->fan_out - heavy.count;
    light.elements = scale(params->traffic, heavy.count, params->fan_out);
    heavy.elements = params->traffic - light.elements;
    return make_messages(params, &heavy, &light, pattern, error);
}

const qdr_workload qdr_workload_bounded = {
    .name = "bounded",
    .summary = "traffic elements from and to every rank, unequally divided",
    .uses = QDR_USES_BOUNDED | QDR_USES_SEED,
    .check = check,
    .generate = generate,
};
