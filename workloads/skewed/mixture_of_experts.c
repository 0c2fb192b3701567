/* workloads/skewed/mixture_of_experts.c -- tokens on their way to experts.
 *
 * Source: the layer of [shazeer2017], its tokens dispatched by an all-to-all
 *         exchange as in [lepikhin2021], to two experts each, and [fedus2022],
 *         to one. The law of the experts' popularity is ours.
 * Reading: every rank has the same number of tokens. Each goes to top_k
 *         different experts, drawn one after the other; the k-th most popular
 *         expert is as likely as Zipf's law says, k^-skew. Which experts are
 *         popular is drawn first, and the same for all ranks. Expert e of E is
 *         on rank floor(e p / E).
 *         A token goes once to each of its experts, so twice to a rank that
 *         hosts two of them: every expert has a buffer of its own, and those
 *         are what the exchange moves. No expert has a capacity above which it
 *         drops tokens. Experts of a rank's own get a local copy.
 *         The way back, combine, is the transposed pattern.
 * Edges:  skew 0: all experts are as likely. Fewer experts than ranks: some
 *         ranks receive nothing.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "workloads/skewed/weighted_sampler.h"
#include "workloads/skewed/zipf_law.h"
#include "workloads/workload.h"

enum { BYTES, EXPERTS, SKEW, TOKENS, TOP_K, WAY };
enum { DISPATCH, COMBINE };
enum {
    MAX_EXPERTS = 1 << 20, /* their weights of up to 2^40 sum below 2^63 */
    MAX_DRAWS = 1 << 30    /* two minutes or so */
};
static const char *const ways[] = {"dispatch", "combine", NULL};
static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a token", "4096"),
    [EXPERTS] = {.name = "experts",
                 .plural = "numbers_of_experts",
                 .summary = "distributed to the ranks in blocks",
                 .type = QDR_INTEGER,
                 .default_value = "64",
                 .min = 1,
                 .max = MAX_EXPERTS},
    [SKEW] = {.name = "skew",
              .plural = "skews",
              .summary = "the k-th most popular expert is k^-skew as likely",
              .type = QDR_REAL,
              .default_value = "1",
              .min = 0,
              .max = QDR_ZIPF_MAX_EXPONENT},
    [TOKENS] = {.name = "tokens",
                .plural = "numbers_of_tokens",
                .summary = "of a rank",
                .type = QDR_INTEGER,
                .default_value = "512",
                .min = 0,
                .max = MAX_DRAWS},
    [TOP_K] = {.name = "top_k",
               .plural = "top_ks",
               .summary = "experts that a token goes to",
               .type = QDR_INTEGER,
               .default_value = "2",
               .min = 1,
               .max = MAX_EXPERTS},
    [WAY] = {.name = "way",
             .plural = "ways",
             .summary = "dispatch: of tokens to experts; combine: back",
             .type = QDR_WORD,
             .default_value = "dispatch",
             .words = ways},
    {0}};

static qdr_amount amount(const qdr_workload_input *input)
{
    double procs = input->procs;
    double experts = (double)qdr_values_integer(input->values, EXPERTS);
    double sent = (double)qdr_values_integer(input->values, TOKENS) *
                  (double)qdr_values_integer(input->values, TOP_K);
    double targets = procs < experts ? procs : experts;

    return (qdr_amount){procs * (sent < targets ? sent : targets),
                        procs * sent *
                            (double)qdr_values_integer(input->values, BYTES)};
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    int64_t experts = qdr_values_integer(input->values, EXPERTS);
    int64_t tokens = qdr_values_integer(input->values, TOKENS);
    int64_t top_k = qdr_values_integer(input->values, TOP_K);
    int64_t bytes = qdr_values_integer(input->values, BYTES), draws;
    qdr_status status = qdr_workload_check_procs(input, error);

    if (status != QDR_OK)
        return status;
    if (top_k > experts)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "top_k: %" PRId64 "; accepted: 1 to %" PRId64
                        ", the experts",
                        top_k, experts);
    if (tokens * top_k > MAX_DRAWS / input->procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "tokens: %" PRId64 "; accepted: at most %" PRId64
                        ": %d choices of experts in all",
                        tokens, MAX_DRAWS / input->procs / top_k, MAX_DRAWS);
    draws = input->procs * tokens * top_k;
    if (draws > 0 && bytes > INT64_MAX / draws)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "bytes: %" PRId64 "; accepted: at most %" PRId64
                        ", for %" PRId64 " choices of experts",
                        bytes, INT64_MAX / draws, draws);
    return QDR_OK;
}

/* Sets weights[e] of each expert: those of Zipf's law in a random order. */
static void draw_popularity(const qdr_workload_input *input, qdr_rng *rng,
                            int64_t *weights)
{
    int64_t count = qdr_values_integer(input->values, EXPERTS);
    double skew = qdr_values_real(input->values, SKEW);

    for (int64_t e = 0; e < count; e++) {
        int64_t other = (int64_t)qdr_rng_below(rng, (uint64_t)e + 1);
        weights[e] = weights[other];
        weights[other] = qdr_zipf_weight(e + 1, skew);
    }
}

/* The choices of one run, released by its owner. */
typedef struct routing {
    qdr_weighted_sampler sampler;
    int64_t *weights;      /* of experts */
    int64_t *num_received; /* by each rank, from the one at hand; else 0 */
    int *chosen;           /* experts of a token */
    qdr_message *messages;
    int64_t num_messages, capacity;
} routing;

/* Sends one token on its way, and puts its experts back into the drum. */
static void route_token(const qdr_workload_input *input, routing *r,
                        qdr_rng *rng)
{
    int64_t experts = qdr_values_integer(input->values, EXPERTS);
    int64_t top_k = qdr_values_integer(input->values, TOP_K);

    for (int64_t i = 0; i < top_k; i++) {
        int e = qdr_weighted_sampler_draw(&r->sampler, rng);
        qdr_weighted_sampler_add(&r->sampler, e, -r->weights[e]);
        r->chosen[i] = e;
        r->num_received[(int64_t)e * input->procs / experts]++;
    }
    for (int64_t i = 0; i < top_k; i++)
        qdr_weighted_sampler_add(&r->sampler, r->chosen[i],
                                 r->weights[r->chosen[i]]);
}

/* Turns what rank `src` has counted into messages. */
static qdr_status add_messages(const qdr_workload_input *input, routing *r,
                               int src, qdr_error *error)
{
    int64_t bytes = qdr_values_integer(input->values, BYTES);
    bool is_back = qdr_values_integer(input->values, WAY) == COMBINE;
    qdr_message *room =
        qdr_reserve(r->messages, &r->capacity, r->num_messages + input->procs,
                    sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the messages to experts");
    r->messages = room;
    for (int rank = 0; rank < input->procs; rank++) {
        int64_t sent = r->num_received[rank] * bytes;
        if (r->num_received[rank] > 0)
            r->messages[r->num_messages++] =
                is_back ? (qdr_message){rank, src, sent}
                        : (qdr_message){src, rank, sent};
        r->num_received[rank] = 0;
    }
    return QDR_OK;
}

static qdr_status route_all(const qdr_workload_input *input, routing *r,
                            qdr_error *error)
{
    int64_t experts = qdr_values_integer(input->values, EXPERTS);
    int64_t tokens = qdr_values_integer(input->values, TOKENS);
    qdr_status status;
    qdr_rng rng;

    r->weights = calloc((size_t)experts, sizeof *r->weights);
    r->chosen = calloc((size_t)experts, sizeof *r->chosen);
    r->num_received = calloc((size_t)input->procs, sizeof *r->num_received);
    if (r->weights == NULL || r->chosen == NULL || r->num_received == NULL)
        return qdr_fail_memory(error, "the routing of tokens");
    qdr_rng_init(&rng, input->seed);
    draw_popularity(input, &rng, r->weights);
    status =
        qdr_weighted_sampler_init(&r->sampler, r->weights, (int)experts, error);
    for (int src = 0; src < input->procs && status == QDR_OK; src++) {
        for (int64_t token = 0; token < tokens; token++)
            route_token(input, r, &rng);
        status = add_messages(input, r, src, error);
    }
    return status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    routing r = {0};
    qdr_status status = check(input, error);

    if (status == QDR_OK)
        status = route_all(input, &r, error);
    if (status == QDR_OK)
        status = qdr_pattern_init(&traffic->pattern, input->procs, r.messages,
                                  r.num_messages, error);
    qdr_weighted_sampler_cleanup(&r.sampler);
    free(r.weights);
    free(r.chosen);
    free(r.num_received);
    free(r.messages);
    return status;
}

const qdr_workload qdr_workload_mixture_of_experts = {
    .name = "mixture_of_experts",
    .summary = "tokens to the experts of a neural network, some popular",
    .is_seeded = true,
    .parameters = parameters,
    .ordinary = {[QDR_ALLTOALLV] = "tokens=64;bytes=256"},
    .check = check,
    .amount = amount,
    .generate = generate,
};
