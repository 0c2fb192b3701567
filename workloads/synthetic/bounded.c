/* workloads/synthetic/bounded.c -- bounded traffic, unequal messages.
 *
 * Source: the matrices of [ranka1995, Sec. 7]. Every rank sends and receives t
 * elements in k messages: lk of them hold (1-l)t elements, the other (1-l)k
 * hold lt.
 * Reading: k disjoint random permutations, fixed points allowed, lk of them
 *          heavy. A permutation weighs the same in every row and column, so all
 *          sum to t exactly. With m = lk the light ones hold floor(mt/k); what
 *          a group's number does not divide is distributed round robin.
 * Edges:   the paper says k < p, yet measures k = 32; k = p is accepted, and
 *          the diagonal is then a local copy. l = 0 and l = 1 leave t elements
 *          to no message and are refused, and with them k = 1. Above l = 1/2
 *          the lk messages are the lighter ones: l and 1-l divide alike.
 *          A permutation without elements sends nothing (the paper's
 *          sgn(0) = 0), so a small t makes fewer than k messages.
 * Example: k = 4, l = 1/4, t = 10: one message of 8, and 2 over three:
 *          1, 1 and none.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "workloads/synthetic/permutations.h"
#include "workloads/workload.h"

enum { BYTES, FAN_OUT, NON_UNIFORMITY, TRAFFIC };
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of an element", "4"),
    [FAN_OUT] = {.name = "fan_out",
                 .plural = "fan_outs",
                 .summary = "k: messages from, and to, every rank",
                 .type = QDR_INTEGER,
                 .min = 2,
                 .max = QDR_MAX_PROCS},
    [NON_UNIFORMITY] = {.name = "non_uniformity",
                        .plural = "non_uniformities",
                        .summary = "l: share of them that hold 1-l of it",
                        .type = QDR_REAL,
                        .min = 0,
                        .max = 1},
    [TRAFFIC] = {.name = "traffic",
                 .plural = "traffics",
                 .unit = "elements",
                 .summary = "t: from, and to, every rank",
                 .type = QDR_INTEGER,
                 .min = 0,
                 .max = 0x1p40},
    {0}};

/* The requested parameters. */
typedef struct request {
    int procs, fan_out;
    double non_uniformity;
    int64_t traffic, bytes;
    uint64_t seed;
} request;

static request request_of(const qdr_workload_input *input)
{
    const qdr_values *values = input->values;

    return (request){.procs = input->procs,
                     .fan_out = (int)qdr_values_integer(values, FAN_OUT),
                     .non_uniformity = qdr_values_real(values, NON_UNIFORMITY),
                     .traffic = qdr_values_integer(values, TRAFFIC),
                     .bytes = qdr_values_integer(values, BYTES),
                     .seed = input->seed};
}

/* Permutations of one group, and the elements that they share. */
typedef struct group {
    int64_t count, elements;
} group;

/* A decimal such as 0.3333333 is meant to be a third. */
static const double tolerance = 1e-6;

/* The permutation's share, if the remainder is distributed from the first on.
 */
static int64_t share(const group *g, int64_t index)
{
    return g->elements / g->count + (index < g->elements % g->count);
}

/* The permutations that get an element, the first of the group. */
static int num_used(const group *g)
{
    return (int)(g->elements < g->count ? g->elements : g->count);
}

static qdr_status check_ranges(const request *asked, qdr_error *error)
{
    if (asked->procs < 2 || asked->procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "procs: %d; accepted: 2 to %d: a rank sends at "
                        "least two messages",
                        asked->procs, QDR_MAX_PROCS);
    if (asked->fan_out < 2 || asked->fan_out > asked->procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "fan_out: %d; accepted: 2 to %d: heavy and light "
                        "messages, at most one for each rank",
                        asked->fan_out, asked->procs);
    return QDR_OK;
}

static qdr_status check_sums(const request *asked, qdr_error *error)
{
    int64_t bytes;

    if (__builtin_mul_overflow(asked->traffic, asked->bytes, &bytes) ||
        __builtin_mul_overflow(bytes, asked->procs, &bytes))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "traffic: %" PRId64 " elements of %" PRId64
                        " bytes at %d ranks; accepted: less than 2^63 bytes "
                        "in all",
                        asked->traffic, asked->bytes, asked->procs);
    return QDR_OK;
}

/* Sets *out_heavy to lk, if that is the number of some messages but not all. */
static qdr_status count_heavy(const request *asked, int64_t *out_heavy,
                              qdr_error *error)
{
    double l = asked->non_uniformity, heavy = round(l * asked->fan_out);

    if (!(l >= 0 && l <= 1) || heavy < 1 || heavy > asked->fan_out - 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "non_uniformity: %g; accepted: 1/%d to %d/%d: "
                        "some messages must be heavy, and some light",
                        l, asked->fan_out, asked->fan_out - 1, asked->fan_out);
    if (fabs(l * asked->fan_out - heavy) > tolerance)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "non_uniformity: %.9g; accepted: multiples of "
                        "1/%d, the nearest %.0f/%d: the heavy messages, it "
                        "times the fan-out, must be a whole number",
                        l, asked->fan_out, heavy, asked->fan_out);
    *out_heavy = (int64_t)heavy;
    return QDR_OK;
}

/* floor(m t / k) of m <= k, without a product that could overflow. */
static int64_t scale(int64_t t, int64_t m, int64_t k)
{
    return m * (t / k) + m * (t % k) / k;
}

static qdr_status make_messages(const request *asked, const group *heavy,
                                const group *light, qdr_pattern *pattern,
                                qdr_error *error)
{
    int count = num_used(heavy) + num_used(light);
    int64_t num_messages = (int64_t)count * asked->procs;
    qdr_message *messages;
    qdr_status status;
    qdr_rng rng;

    qdr_rng_init(&rng, asked->seed);
    /* Released below, after the pattern has copied it. */
    status = qdr_permutations_new(
        &messages, (qdr_permutations){asked->procs, count, true}, &rng, error);
    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < num_messages; m++) {
        int64_t index = m / asked->procs;
        int64_t elements = index < num_used(heavy)
                               ? share(heavy, index)
                               : share(light, index - num_used(heavy));
        messages[m].bytes = elements * asked->bytes;
    }
    status =
        qdr_pattern_init(pattern, asked->procs, messages, num_messages, error);
    free(messages);
    return status;
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    const request asked = request_of(input);
    int64_t num_heavy;
    qdr_status status = check_ranges(&asked, error);

    if (status == QDR_OK)
        status = check_sums(&asked, error);
    return status == QDR_OK ? count_heavy(&asked, &num_heavy, error) : status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const request asked = request_of(input);
    group heavy = {0}, light = {0};
    qdr_status status = check(input, error);

    if (status == QDR_OK)
        status = count_heavy(&asked, &heavy.count, error);
    if (status != QDR_OK)
        return status;
    light.count = asked.fan_out - heavy.count;
    light.elements = scale(asked.traffic, heavy.count, asked.fan_out);
    heavy.elements = asked.traffic - light.elements;
    return make_messages(&asked, &heavy, &light, &traffic->pattern, error);
}

static qdr_amount amount(const qdr_workload_input *input)
{
    const request asked = request_of(input);

    return (qdr_amount){(double)asked.procs * asked.fan_out,
                        (double)asked.procs * (double)asked.traffic *
                            (double)asked.bytes};
}

const qdr_workload qdr_workload_bounded = {
    .name = "bounded",
    .summary = "traffic elements from and to every rank, unequally divided",
    .is_seeded = true,
    .parameters = parameters,
    .check = check,
    .amount = amount,
    .generate = generate,
};
