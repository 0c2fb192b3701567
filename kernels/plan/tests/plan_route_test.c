/* kernels/plan/tests/plan_route_test.c -- messages that ranks forward.
 *
 * `bruck` delivers every kind of pattern, for every radix, from each planning
 * call, in modes of every kind. `auto` forwards on a network that says how long
 * ranks are free, and sends in rounds where a crowd loses packets. A bad radix,
 * a network that is bad or differs between ranks: the same error on every rank.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/pattern_kinds.h"

/* The planning calls. */
typedef enum call { LEARNED, GIVEN, PATTERN, ALLTOALL, NUM_CALLS } call;

static qdr_status plan_it(qdr_plan **out_plan, call by, const char *algorithm,
                          const qdr_plan_options *options,
                          const qdr_pattern *pattern)
{
    qdr_test_side out, in;
    qdr_status status;

    if (by == PATTERN)
        return qdr_plan_pattern(out_plan, algorithm, options,
                                pattern->num_messages, pattern->messages,
                                MPI_COMM_WORLD, &cause);
    if (by == ALLTOALL)
        return qdr_plan_alltoall(out_plan, algorithm, options, 11,
                                 MPI_COMM_WORLD, &cause);
    out = qdr_test_side_of(pattern, true, 1, 0);
    in = qdr_test_side_of(pattern, false, 1, 0);
    status = qdr_plan_blocks(out_plan, algorithm, options, out.count,
                             out.blocks, by == LEARNED ? QDR_LEARN : in.count,
                             in.blocks, MPI_COMM_WORLD, &cause);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
    return status;
}

static void try_one(call by, const char *parameters, const char *mode,
                    const qdr_pattern *pattern, const char *kind)
{
    const qdr_plan_options options = {
        .size = sizeof options, .parameters = parameters, .mode = mode};
    qdr_plan *plan = NULL;

    qdr_test_about("%s, call %d, %s, %s", parameters, (int)by,
                   mode == NULL ? "its mode" : mode, kind);
    qdr_test_ok(plan_it(&plan, by, "bruck", &options, pattern));
    qdr_test_execute(plan);
    qdr_plan_free(&plan);
}

static void try_radix(int radix)
{
    static const char *const modes[] = {
        NULL,      "synchronous", "posted+barrier",
        "paced:1", "persistent",  "posted_all+announce"};
    enum { NUM_MODES = sizeof modes / sizeof *modes };
    int turn = radix;
    char parameters[32];

    snprintf(parameters, sizeof parameters, "radix=%d", radix);
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        qdr_test_ok(qdr_pattern_init_kind(&pattern, kind, p, &cause));
        /* Modes in turn: all with all would take minutes. */
        for (call by = LEARNED; by < NUM_CALLS; by++)
            try_one(by, parameters, modes[turn++ % NUM_MODES], &pattern,
                    qdr_pattern_kind_name(kind));
        qdr_pattern_cleanup(&pattern);
    }
}

/* `own` may differ from that of other ranks. */
static void expect_refusal(const char *parameters, const char *own,
                           const char *words)
{
    const qdr_plan_options options = {
        .size = sizeof options, .parameters = parameters, .network = own};
    qdr_pattern pattern = {0};

    qdr_test_ok(qdr_pattern_init_kind(&pattern, 1, p, &cause));
    for (call by = LEARNED; by < NUM_CALLS; by++) {
        qdr_plan *plan = NULL;
        qdr_test_about("a refusal, call %d", (int)by);
        qdr_test_refused(plan_it(&plan, by, "bruck", &options, &pattern),
                         words);
        qdr_test_expect(plan == NULL, "no plan");
        qdr_plan_free(&plan);
    }
    qdr_pattern_cleanup(&pattern);
}

static void try_refusals(void)
{
    char network[80], above[32], range[64];
    int max = p > 2 ? p : 2;

    snprintf(above, sizeof above, "radix=%d", max + 1);
    snprintf(range, sizeof range, "accepted: 2 to %d for %d processes", max, p);
    expect_refusal(above, NULL, range);
    expect_refusal("radix=1", NULL, range);
    expect_refusal("radix=-1", NULL, "radix");
    expect_refusal(NULL, "alpha_us=1;beta_ns=1;link_excess=0",
                   "network: link_excess: 0; accepted: numbers from 1");
    snprintf(network, sizeof network, "alpha_us=1;beta_ns=1;link_excess=%d",
             1 + rank);
    if (p > 1)
        expect_refusal(NULL, network, "the network");
}

/* What `auto` takes for a complete exchange of 11 bytes. */
static void expect_choice(const char *network, const char *expected)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .network = network};
    qdr_pattern pattern = {0};

    qdr_test_ok(qdr_pattern_init_complete(&pattern, p, 11, &cause));
    for (call by = LEARNED; by < NUM_CALLS; by++) {
        qdr_plan *plan = NULL;
        qdr_plan_info info = {.size = sizeof info, .algorithm = ""};
        qdr_test_about("auto, call %d", (int)by);
        qdr_test_ok(plan_it(&plan, by, NULL, &options, &pattern));
        qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
        qdr_test_expect(strcmp(info.algorithm, expected) == 0, info.algorithm);
        qdr_test_execute(plan);
        qdr_plan_free(&plan);
    }
    qdr_pattern_cleanup(&pattern);
}

void qdr_test_run(void)
{
    static const char never_free[] = "alpha_us=1.3;beta_ns=0.08";
    static const char free_soon[] =
        "alpha_us=1.3;beta_ns=0.08;sender_free_us=0.95;receiver_free_us=0.95";
    static const char lossy[] = "alpha_us=1.3;beta_ns=0.08;crowd_us=1000";

    for (int radix = 2; radix == 2 || radix <= p; radix++)
        try_radix(radix);
    try_radix(0);
    try_refusals();
    expect_choice(free_soon, p >= 6 ? "bruck" : "scattered");
    expect_choice(never_free, "scattered");
    expect_choice(lossy, p >= 3 ? "edge_colouring" : "scattered");
}
