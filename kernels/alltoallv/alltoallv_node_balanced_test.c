/* kernels/alltoallv/alltoallv_node_balanced_test.c -- shares of adapters, and
 * refusals, of node_balanced; kernels_test proves its schedules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/network/network.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

/* Every rank sends to some others; the first ranks send and get the most. */
static void make_skewed(qdr_pattern *pattern, int p)
{
    qdr_message *messages = malloc((size_t)(p * p) * sizeof *messages);
    qdr_rng rng;
    int64_t count = 0;

    qdr_rng_init(&rng, 7);
    for (int src = 0; src < p; src++)
        for (int dst = 0; dst < p; dst++)
            if (qdr_rng_below(&rng, 3) > 0)
                messages[count++] = (qdr_message){
                    src, dst,
                    (int64_t)qdr_rng_below(
                        &rng, (uint64_t)(400000 / (1 + src + 2 * dst)))};
    assert_ok(qdr_pattern_init(pattern, p, messages, count, NULL));
    free(messages);
}

/* The bytes that leave, or enter, the adapter of each rank; ranks of one
 * adapter count together, in that of its first one. */
static void count_adapters(const qdr_schedule *schedule,
                           const qdr_problem *problem, bool enters,
                           int64_t *bytes)
{
    const qdr_node_map *nodes = problem->nodes;

    memset(bytes, 0, (size_t)problem->num_procs * sizeof *bytes);
    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        const qdr_transfer *moved = &schedule->transfers[t];
        int rank = enters ? moved->dst : moved->src;
        int begin = nodes->rank_begin[nodes->node_of[rank]], member = 0;
        if (nodes->node_of[moved->src] == nodes->node_of[moved->dst])
            continue;
        while (nodes->ranks[begin + member] != rank)
            member++;
        member -= member % problem->network->adapter_ranks;
        bytes[nodes->ranks[begin + member]] += moved->bytes;
    }
}

/* Adapters of a node differ by at most a byte for each pair and cut. */
static void assert_balanced(const qdr_schedule *schedule,
                            const qdr_problem *problem, bool enters)
{
    const qdr_node_map *nodes = problem->nodes;
    int64_t *bytes = malloc((size_t)problem->num_procs * sizeof *bytes);
    int sharing = problem->network->adapter_ranks;

    count_adapters(schedule, problem, enters, bytes);
    for (int i = 0; i < nodes->num_nodes; i++) {
        int begin = nodes->rank_begin[i];
        for (int m = sharing; m < qdr_node_map_size(nodes, i); m += sharing) {
            int64_t first = bytes[nodes->ranks[begin]];
            int64_t other = bytes[nodes->ranks[begin + m]];
            assert_true(llabs(first - other) <=
                        (int64_t)sharing * nodes->num_nodes);
        }
    }
    free(bytes);
}

TEST(adapters_have_equal_shares)
{
    static const char *const maps[] = {"8,8,8,6", "16,14", "0,2,4,6:1,3,5,7",
                                       "3,1,5", "9"};
    static const int num_procs[] = {30, 30, 8, 9, 9};

    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        for (int sharing = 1; sharing <= 4; sharing++) {
            const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
            qdr_network network = qdr_test_levels;
            qdr_pattern pattern = {0};
            qdr_node_map nodes;
            qdr_schedule made = {0};
            qdr_problem problem;
            make_skewed(&pattern, num_procs[i]);
            assert_ok(qdr_node_map_read(&nodes, num_procs[i], maps[i], NULL));
            network.adapter_ranks = sharing;
            problem = qdr_problem_of(kernel, &pattern, 0);
            problem.network = &network;
            problem.nodes = &nodes;
            assert_ok(qdr_kernel_build(kernel, &problem, &made, NULL));
            qdr_assert_proved(kernel, &problem, &made, maps[i]);
            assert_balanced(&made, &problem, false);
            assert_balanced(&made, &problem, true);
            qdr_schedule_cleanup(&made);
            qdr_node_map_cleanup(&nodes);
            qdr_pattern_cleanup(&pattern);
        }
}

/* The example of alltoallv_node_balanced.c. */
TEST(example)
{
    static const qdr_message message = {0, 2, 100};
    static const struct {
        int64_t round;
        int src, dst;
        int64_t offset;
    } moves[] = {{0, 0, 1, 50}, {1, 1, 3, 50}, {1, 0, 2, 0}, {2, 3, 2, 50}};
    const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
    qdr_network network = qdr_test_levels;
    qdr_pattern pattern = {0};
    qdr_schedule made = {0};
    qdr_problem problem;
    int num_found = 0;

    network.node_ranks = 2;
    network.adapter_ranks = 1;
    /* One part: its 50 bytes take less than 4 messages. */
    network.alpha_us = 0.4;
    assert_ok(qdr_pattern_init(&pattern, 4, &message, 1, NULL));
    problem = qdr_problem_of(kernel, &pattern, 0);
    problem.network = &network;
    assert_ok(qdr_kernel_build(kernel, &problem, &made, NULL));
    assert_int_equal(made.num_transfers, 4);
    for (size_t i = 0; i < 4; i++)
        for (int64_t t = made.round_begin[moves[i].round];
             t < made.round_begin[moves[i].round + 1]; t++) {
            const qdr_transfer *found = &made.transfers[t];
            num_found += found->src == moves[i].src &&
                         found->dst == moves[i].dst &&
                         found->offset == moves[i].offset && found->bytes == 50;
        }
    assert_int_equal(num_found, 4);
    qdr_schedule_cleanup(&made);
    qdr_pattern_cleanup(&pattern);
}

/* A message that is all between two nodes: what is moved to another rank of its
 * node travels on before all of it is there. */
TEST(long_messages_travel_in_parts)
{
    static const qdr_message message = {0, 5, 8000};
    const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
    qdr_pattern pattern = {0};
    qdr_schedule made = {0};
    qdr_problem problem;
    int64_t last_move = 0, first_transfer = INT64_MAX;

    assert_ok(qdr_pattern_init(&pattern, 6, &message, 1, NULL));
    problem = qdr_problem_of(kernel, &pattern, 0);
    assert_ok(qdr_kernel_build(kernel, &problem, &made, NULL));
    for (int64_t i = 0; i < made.num_rounds; i++)
        for (int64_t t = made.round_begin[i]; t < made.round_begin[i + 1];
             t++) {
            const qdr_transfer *moved = &made.transfers[t];
            if (moved->src == 0 && moved->dst == 1)
                last_move = i;
            if (moved->src == 1 && i < first_transfer)
                first_transfer = i;
        }
    assert_true(first_transfer < last_move);
    qdr_schedule_cleanup(&made);
    qdr_pattern_cleanup(&pattern);
}

/* Three bytes take less time than a message: one rank carries them. */
TEST(short_messages_stay_whole)
{
    const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
    qdr_pattern pattern = {0};
    qdr_schedule made = {0};
    qdr_problem problem;

    assert_ok(qdr_pattern_init_complete(&pattern, 12, 1, NULL));
    problem = qdr_problem_of(kernel, &pattern, 0);
    assert_ok(qdr_kernel_build(kernel, &problem, &made, NULL));
    for (int64_t t = 0; t < made.num_transfers; t++)
        assert_int_equal(made.transfers[t].offset, 0);
    qdr_schedule_cleanup(&made);
    qdr_pattern_cleanup(&pattern);
}

/* The round in which the first byte from one rank to another travels. */
static int64_t round_of(const qdr_schedule *schedule, int src, int dst)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++)
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++)
            if (schedule->transfers[t].src == src &&
                schedule->transfers[t].dst == dst)
                return i;
    return -1;
}

/* Ranks 0 to 3 send 400 bytes each to ranks 5 to 8 of a node of four adapters,
 * and 0 also 1000 to rank 4, alone on its node: that takes longer. */
TEST(the_longest_for_an_adapter_goes_first)
{
    static const qdr_message messages[] = {
        {0, 4, 1000}, {0, 5, 400}, {1, 6, 400}, {2, 7, 400}, {3, 8, 400}};
    const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
    qdr_network network = qdr_test_levels;
    qdr_pattern pattern = {0};
    qdr_node_map nodes;
    qdr_schedule made = {0};
    qdr_problem problem;

    network.adapter_ranks = 1;
    assert_ok(qdr_pattern_init(&pattern, 9, messages, 5, NULL));
    assert_ok(qdr_node_map_read(&nodes, 9, "4,1,4", NULL));
    problem = qdr_problem_of(kernel, &pattern, 0);
    problem.network = &network;
    problem.nodes = &nodes;
    assert_ok(qdr_kernel_build(kernel, &problem, &made, NULL));
    assert_true(round_of(&made, 0, 4) >= 0);
    assert_true(round_of(&made, 0, 4) < round_of(&made, 1, 6));
    qdr_schedule_cleanup(&made);
    qdr_node_map_cleanup(&nodes);
    qdr_pattern_cleanup(&pattern);
}

/* Two nodes of two ranks with an adapter each. Alpha is 10, and a rank is busy
 * for 1 of it at each end; within a node 4. The busiest node moves 2000 bytes,
 * 1000 an adapter, at 0.1 us; the busiest rank 1000 and 600 bytes within, at
 * 0.01 us. A rank has two messages: to the other node, and to its neighbour
 * there. */
TEST(predicted)
{
    const qdr_network network = {.alpha_us = 10,
                                 .beta_ns = 100,
                                 .link_excess = 1,
                                 .sender_free_us = 9,
                                 .receiver_free_us = 9,
                                 .inside_alpha_us = 4,
                                 .inside_beta_ns = 10,
                                 .node_ranks = 2,
                                 .adapter_ranks = 1};
    const qdr_traffic_summary summary = {.max_sent_bytes = 1000,
                                         .max_received_bytes = 600,
                                         .num_messages = 40,
                                         .max_node_sent_bytes = 2000,
                                         .max_node_received_bytes = 1200};
    const qdr_problem problem = {
        .num_procs = 4, .messages.summary = &summary, .network = &network};
    double us = qdr_predict_named("node_balanced", "", &problem);

    assert_true(fabs(us - (10 + 2 * 4 + 2 * 2 + 100 + 16)) < 1e-9);
}

TEST(refusals)
{
    const qdr_kernel *kernel = qdr_kernel_named("node_balanced");
    qdr_network network = qdr_test_levels;
    qdr_pattern pattern = {0};
    qdr_problem problem;
    qdr_error error = {""};

    assert_ok(qdr_pattern_init_complete(&pattern, 6, 8, NULL));
    problem = qdr_problem_of(kernel, &pattern, 0);
    problem.network = &network;
    assert_ok(qdr_kernel_accepts(kernel, &problem, &error));
    /* Nodes of one rank leave no levels. */
    qdr_network_set_node_ranks(&network, 1, 6);
    assert_int_equal(qdr_kernel_accepts(kernel, &problem, &error),
                     QDR_ERROR_INPUT);
    assert_non_null(strstr(error.text, "accepted: one with inside_alpha_us"));
    problem.network = NULL;
    assert_int_equal(qdr_kernel_accepts(kernel, &problem, &error),
                     QDR_ERROR_INPUT);
    qdr_pattern_cleanup(&pattern);
}
