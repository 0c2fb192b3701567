/* kernels/auto/by_node_test.c -- algorithms by node on maps of equal
 * and of unequal nodes, and what levels cost. */
#include <math.h>
#include <stdlib.h>

#include "kernels/building_blocks/hybrid_model.h"
#include "kernels/core/network/network.h"
#include "kernels/kernel.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

/* Short vectors are cut. */
static const qdr_network levels = {.alpha_us = 4,
                                   .beta_ns = 1000,
                                   .gamma_ns = 100,
                                   .link_excess = 1,
                                   .inside_alpha_us = 1,
                                   .inside_beta_ns = 250,
                                   .node_ranks = 4,
                                   .adapter_ranks = 4};

static const char *const names[] = {
    "bcast_by_node",         "reduce_by_node", "allreduce_by_node",
    "scatter_by_node",       "gather_by_node", "allgather_by_node",
    "reduce_scatter_by_node"};
enum { FIRST_WITH_PARTS = 3, NUM_NAMES = sizeof names / sizeof *names };

/* The node of a rank, by kind of map: one node; the last one is smaller; 1, 3,
 * 5, ... ranks; every fourth rank; in no order. */
enum { NUM_MAPS = 5 };
static int node_of(int kind, int rank)
{
    int root = 0;

    while ((root + 1) * (root + 1) <= rank)
        root++;
    return (const int[NUM_MAPS]){0, rank / 3, root, rank % 4,
                                 (rank * 7 + rank / 3) % 5}[kind];
}

static qdr_node_map map_of(int kind, int p)
{
    qdr_node_map map = {0};
    int numbers[64];

    for (int r = 0; r < p; r++)
        numbers[r] = node_of(kind, r);
    assert_ok(qdr_node_map_init(&map, p, numbers, NULL));
    return map;
}

static void prove(const qdr_kernel *kernel, const qdr_problem *problem,
                  const char *where)
{
    bool in_all = !qdr_collective_has_root(problem->collective) ||
                  problem->vector.root == problem->num_procs / 3;
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    assert_ok(qdr_kernel_build(kernel, problem, &schedule, &error));
    if (in_all)
        qdr_assert_proved(kernel, problem, &schedule, where);
    else
        qdr_assert_proved_in(kernel, problem, &schedule, &kernel->mode, where);
    if (!qdr_cost_holds(kernel, problem, &schedule, &error))
        fail_msg("%s: %s", where, error.text);
    if (in_all)
        qdr_assert_own_parts(kernel, problem, &schedule, where);
    qdr_schedule_cleanup(&schedule);
}

/* Parts of 0, 3, 6 and 9 bytes if `is_unequal`. */
static void prove_roots(const qdr_kernel *kernel, const qdr_network *network,
                        int kind, int p, int64_t bytes, bool is_unequal)
{
    qdr_node_map map = map_of(kind, p);
    bool has_root = qdr_collective_has_root(kernel->collective);
    int64_t part_begin[65] = {0};
    char where[128];

    for (int r = 0; r < p; r++)
        part_begin[r + 1] = part_begin[r] + r * 7 % 4 * 3;
    for (int root = 0; root < (has_root ? p : 1); root++) {
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = p,
            .vector = {.root = root,
                       .bytes = is_unequal ? part_begin[p] : bytes,
                       .part_begin = is_unequal ? part_begin : NULL},
            .network = network,
            .nodes = &map};
        /* Others do not share memory. */
        if (network->shares_memory &&
            map.ranks[map.rank_begin[map.node_of[root]]] != root)
            continue;
        snprintf(where, sizeof where, "%s, map %d, p = %d, root %d%s%s",
                 kernel->name, kind, p, root, is_unequal ? ", unequal" : "",
                 network->shares_memory ? ", sharing" : "");
        prove(kernel, &problem, where);
    }
    qdr_node_map_cleanup(&map);
}

/* Memory has no ports. */
static void prove_all(const qdr_network *network)
{
    for (int n = 0; n < NUM_NAMES; n++) {
        qdr_kernel kernel = *qdr_kernel_named(names[n]);
        if (network->shares_memory)
            kernel.flags &= ~(unsigned)QDR_ONE_PORT;
        for (int kind = 0; kind < NUM_MAPS; kind++)
            for (int p = 1; p <= qdr_proved_procs(); p += p < 33 ? 1 : 31) {
                prove_roots(&kernel, network, kind, p,
                            p % 4 == 0 && p < 64 ? 0 : 100, false);
                if (n >= FIRST_WITH_PARTS)
                    prove_roots(&kernel, network, kind, p, 0, true);
            }
    }
}

TEST(every_map)
{
    prove_all(&levels);
}

TEST(every_map_of_nodes_that_share_memory)
{
    qdr_network sharing = levels;

    sharing.inside_shared_us = 0.1;
    sharing.inside_shared_bytes = 16384;
    sharing.shares_memory = true;
    prove_all(&sharing);
    /* Groups of one. */
    sharing = qdr_network_of_one_node(&sharing);
    prove_all(&sharing);
}

/* Only leaders send to other nodes, each node once. */
TEST(borders_are_crossed_once)
{
    qdr_node_map map = map_of(4, 33);
    const qdr_problem problem = {.collective = QDR_BCAST,
                                 .num_procs = 33,
                                 .vector = {.root = 17, .bytes = 100},
                                 .network = &levels,
                                 .nodes = &map};
    qdr_schedule schedule = {0};
    int64_t crossing = 0;

    assert_ok(qdr_kernel_build(qdr_kernel_named("bcast_by_node"), &problem,
                               &schedule, NULL));
    for (int64_t t = 0; t < schedule.num_transfers; t++) {
        const qdr_transfer *one = &schedule.transfers[t];
        int to = map.node_of[one->dst];
        if (map.node_of[one->src] == to)
            continue;
        crossing += one->bytes;
        assert_int_equal(one->dst, to == map.node_of[17]
                                       ? 17
                                       : map.ranks[map.rank_begin[to]]);
    }
    assert_true(crossing >= 100 * (map.num_nodes - 1));
    assert_true(crossing <= 2 * 100 * (map.num_nodes - 1));
    qdr_schedule_cleanup(&schedule);
    qdr_node_map_cleanup(&map);
}

static void assert_us(qdr_primitive primitive, int size, int64_t shares,
                      int interleaved, int64_t stride, double expected_us)
{
    const qdr_stage_shape stage = {primitive, size, shares, interleaved,
                                   stride};
    double us = qdr_model_stage_us(&stage, &levels, 64);

    if (fabs(us - expected_us) > 1e-9)
        fail_msg("%d of %d, stride %lld: %g us, expected %g", (int)primitive,
                 size, (long long)stride, us, expected_us);
}

/* 64 bytes take 16 us inside and 64 us between, one at a time. */
TEST(stages)
{
    assert_us(QDR_BUCKET_COLLECT, 4, 1, 1, 1, 3 * 1 + 12);
    assert_us(QDR_BUCKET_COLLECT, 4, 4, 4, 4, 3 * 4 + 4 * 12);
    assert_us(QDR_BUCKET_COLLECT, 16, 1, 1, 1, 15 * 4 + 60);
    /* One message goes on to the next node, and one back to the first. */
    assert_us(QDR_BUCKET_COLLECT, 6, 1, 1, 1, 5 * 4 + 2 * 64 * 5 / 6.0);
    assert_us(QDR_MST_BROADCAST, 4, 1, 1, 1, 2 * (1 + 16));
    assert_us(QDR_MST_BROADCAST, 4, 1, 1, 4, 2 * (4 + 64));
    assert_us(QDR_MST_BROADCAST, 4, 4, 4, 4, 2 * (4 + 4 * 16));
    assert_us(QDR_MST_BROADCAST, 16, 1, 1, 1, 2 * (1 + 16) + 2 * (4 + 64));
    assert_us(QDR_MST_BROADCAST, 8, 2, 2, 2, 1 + 8 + 2 * (4 + 2 * 32));
    assert_us(QDR_MST_SCATTER, 16, 1, 1, 1, 2 * 1 + 3 + 2 * 4 + 48);
    assert_us(QDR_EXCHANGE_COMBINE, 2, 1, 1, 1, 1 + 16 + 6.4);
    assert_us(QDR_EXCHANGE_COMBINE, 2, 1, 4, 4, 4 + 4 * 64 + 6.4);
}

static double predict(const char *name, const char *parameters,
                      const qdr_network *network)
{
    const qdr_problem problem = {
        .num_procs = 32, .vector.bytes = 32, .network = network};

    return qdr_predict_named(name, parameters, &problem);
}

/* Algorithms without nodes share the adapter: over skips 1, 2, 4, 8 and 16 of
 * the circulant graph 1, 2, 4, 4 and 4 messages. */
TEST(adapters)
{
    qdr_network slower = qdr_network_between(&levels);

    assert_true(fabs(predict("allgather_circulant", "radix=2", &levels) -
                     (5 * 4 + 1 + 2 * 2 + 4 * 4 + 4 * 8 + 4 * 16)) < 1e-9);
    assert_true(fabs(predict("allgather_circulant", "radix=32", &levels) -
                     (31 * 4 + 4 * 31)) < 1e-9);
    assert_true(fabs(predict("bcast_circulant", "num_blocks=1", &levels) -
                     (5 * 4 + (1 + 2 + 4 + 4 + 4) * 32)) < 1e-9);
    /* 4 ranks of a node, 2 and 2 of several, and 16 folded ranks. */
    assert_true(fabs(predict("allreduce_multiplied", "radix=4", &levels) -
                     (3 * 1 + 3 * 32 * 0.35 + 2 * (4 + 4 * 32 + 3.2) +
                      2 * (4 + 32) + 3.2)) < 1e-9);
    slower.beta_ns *= 4;
    assert_true(predict("bcast_postal", "lambda=1", &levels) ==
                predict("bcast_postal", "lambda=1", &slower));
}

/* Equal and unequal nodes: the sum of the stages' predictions. */
TEST(predictions)
{
    qdr_network trees = {.alpha_us = 4,
                         .beta_ns = 0.001,
                         .link_excess = 1,
                         .inside_alpha_us = 1,
                         .inside_beta_ns = 0.001,
                         .node_ranks = 4,
                         .adapter_ranks = 4};
    qdr_problem problem = {
        .collective = QDR_BCAST, .num_procs = 32, .network = &trees};
    qdr_node_map map = {0};
    qdr_chosen chosen;
    double us;

    us = qdr_predict_named("bcast_by_node", "", &problem);
    assert_true(fabs(us - (3 * 4 + 2 * 1)) < 1e-6);
    assert_ok(qdr_node_map_read(&map, 32, "1,16,10,3,2", NULL));
    problem.nodes = &map;
    qdr_network_set_nodes(&trees, &map);
    us = qdr_predict_named("bcast_by_node", "", &problem);
    assert_true(fabs(us - (3 * 4 + 4 * 1)) < 1e-6);
    /* Hybrids and trees of ranks that are anywhere cost 5 x 4 us. */
    assert_ok(qdr_kernel_choose(qdr_kernel_named("bcast_auto"), &problem, NULL,
                                &chosen, NULL));
    qdr_node_map_cleanup(&map);
    assert_string_equal(chosen.kernel->name, "bcast_by_node");
}

/* All bytes are rank 0's: no node has as much to broadcast as the others. */
TEST(predictions_of_empty_nodes)
{
    const qdr_network slow = {.alpha_us = 4,
                              .beta_ns = 0.001,
                              .link_excess = 1,
                              .inside_alpha_us = 1,
                              .inside_beta_ns = 10,
                              .node_ranks = 4,
                              .adapter_ranks = 1};
    int64_t part_begin[17] = {0};
    const qdr_problem problem = {
        .collective = QDR_ALLGATHER,
        .num_procs = 16,
        .vector = {.bytes = 1000000, .part_begin = part_begin},
        .network = &slow};

    for (int r = 1; r <= 16; r++)
        part_begin[r] = problem.vector.bytes;
    /* An allgather in a node, and a broadcast in each of the others. */
    assert_true(qdr_predict_named("allgather_by_node", "", &problem) >
                2 * 0.75 * 10000);
}
