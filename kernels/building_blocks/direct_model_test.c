/* kernels/building_blocks/direct_model_test.c -- known times of messages that
 * go straight. */
#include <math.h>

#include "kernels/building_blocks/direct_model.h"
#include "kernels/core/problem/problem.h"
#include "kernels/testing/unit_test.h"

static const qdr_network never_free = {.alpha_us = 10, .beta_ns = 100},
                         soon_free = {.alpha_us = 10,
                                      .beta_ns = 100,
                                      .sender_free_us = 9,
                                      .receiver_free_us = 8},
                         half = {.alpha_us = 10,
                                 .beta_ns = 100,
                                 .sender_free_us = 9,
                                 .receiver_free_us = 8,
                                 .duplex = QDR_DUPLEX_HALF};

static double predict(const qdr_network *network, const qdr_pattern *pattern,
                      const qdr_traffic_summary *summary)
{
    const qdr_problem problem = {
        .collective = QDR_ALLTOALLV,
        .num_procs = 8,
        .messages = {.pattern = pattern, .summary = summary},
        .network = network};
    double us = -1;

    assert_ok(qdr_direct_predict(&problem, &us, NULL));
    return us;
}

static void assert_us(const qdr_network *network,
                      const qdr_traffic_summary *summary, double expected_us)
{
    assert_true(fabs(predict(network, NULL, summary) - expected_us) < 1e-9);
}

static qdr_traffic_summary load_of(int64_t sends, int64_t receives,
                                   int64_t sent_bytes, int64_t received_bytes)
{
    return (qdr_traffic_summary){.max_sends = sends,
                                 .max_receives = receives,
                                 .max_sent_bytes = sent_bytes,
                                 .max_received_bytes = received_bytes};
}

TEST(known_times)
{
    const qdr_traffic_summary none = {0}, one = load_of(1, 1, 20, 20),
                              sends = load_of(5, 1, 50, 10),
                              receives = load_of(1, 5, 10, 50),
                              is_long = load_of(5, 5, 5000, 5000);
    qdr_traffic_summary both = load_of(50, 50, 50, 50);

    assert_us(&never_free, &none, 0);
    assert_us(&never_free, &one, 10 + 2);
    assert_us(&soon_free, &one, 10 + 2);
    assert_us(&never_free, &sends, 5 * (10 + 1));
    /* Overheads of 1 and 2 us; the last message arrives alpha later. */
    assert_us(&soon_free, &sends, 4 * 1 + 10 + 1);
    assert_us(&soon_free, &receives, 4 * 2 + 10 + 1);
    assert_us(&soon_free, &is_long, 10 + 500);
    assert_us(&half, &is_long, 10 + 1000);
    /* The overheads of both ends are one rank's. */
    both.num_messages = 50 * 8;
    assert_us(&soon_free, &both, 50 * (1 + 2));
    /* If one rank sends and another one receives. */
    both.num_messages = 100;
    assert_us(&soon_free, &both, 50 * 2 + 100 / 8. * 1);
}

/* More than a queue holds, from several ranks. */
TEST(a_crowd_waits)
{
    const qdr_traffic_summary one = load_of(1, 1, 5000, 5000),
                              few = load_of(5, 5, 1000, 1000),
                              many = load_of(5, 5, 5000, 5000);
    qdr_network lossy = soon_free;

    lossy.crowd_bytes = 1000;
    lossy.crowd_us = 7000;
    assert_us(&lossy, &one, 10 + 500);
    assert_us(&lossy, &few, 10 + 100);
    assert_us(&lossy, &many, 10 + 500 + 7000);
}

/* Without a summary that of the pattern is taken. A given one replaces it: a
 * rank knows only its own messages. */
TEST(the_load_of_a_pattern)
{
    static const qdr_message messages[] = {{0, 0, 1000}, {0, 1, 3},  {0, 2, 4},
                                           {0, 3, 0},    {1, 2, 50}, {3, 2, 6}};
    qdr_pattern pattern = {0};
    qdr_traffic_summary summary = {0};

    assert_ok(qdr_pattern_init(&pattern, 4, messages, 6, NULL));
    assert_ok(qdr_traffic_summary_of(&pattern, &summary, NULL));
    assert_int_equal(summary.max_sends, 3);
    assert_int_equal(summary.max_receives, 3);
    assert_int_equal(summary.max_sent_bytes, 50);
    assert_int_equal(summary.max_received_bytes, 60);
    assert_int_equal(summary.num_messages, 5);
    assert_int_equal(summary.total_bytes, 63);
    assert_true(predict(&never_free, &pattern, NULL) ==
                predict(&never_free, NULL, &summary));
    summary.max_sends = 1000;
    assert_true(predict(&never_free, &pattern, &summary) ==
                predict(&never_free, NULL, &summary));
    qdr_pattern_cleanup(&pattern);
}

TEST(the_load_of_a_complete_exchange)
{
    enum { PROCS = 5, BYTES = 7 };
    qdr_message messages[PROCS * PROCS];
    const qdr_traffic_summary known =
        qdr_traffic_summary_complete(NULL, PROCS, (PROCS - 1) * BYTES);
    qdr_pattern pattern = {0};
    qdr_traffic_summary summary = {0};

    for (int i = 0; i < PROCS * PROCS; i++)
        messages[i] = (qdr_message){i / PROCS, i % PROCS, BYTES};
    assert_ok(qdr_pattern_init(&pattern, PROCS, messages, PROCS * PROCS, NULL));
    assert_ok(qdr_traffic_summary_of(&pattern, &summary, NULL));
    assert_memory_equal(&summary, &known, sizeof summary);
    qdr_pattern_cleanup(&pattern);
}

/* As counted from the pattern; of 7 ranks the last node has 1, of 6 none. */
TEST(the_load_of_a_complete_exchange_of_nodes)
{
    enum { MAX_PROCS = 7, BYTES = 3 };
    qdr_network network = {.node_ranks = 2, .inside_alpha_us = 1};
    qdr_message messages[MAX_PROCS * MAX_PROCS];

    for (int p = 1; p <= MAX_PROCS; p++) {
        const qdr_traffic_summary known =
            qdr_traffic_summary_complete(&network, p, (p - 1) * (int64_t)BYTES);
        qdr_problem problem = {.num_procs = p, .network = &network};
        qdr_pattern pattern = {0};
        qdr_traffic_summary summary = {0};
        for (int i = 0; i < p * p; i++)
            messages[i] = (qdr_message){i / p, i % p, BYTES};
        assert_ok(qdr_pattern_init(&pattern, p, messages, p * p, NULL));
        problem.messages.pattern = &pattern;
        assert_ok(qdr_problem_summary(&problem, &summary, NULL));
        assert_int_equal(summary.max_node_sent_bytes > 0, p > 2);
        assert_memory_equal(&summary, &known, sizeof summary);
        qdr_pattern_cleanup(&pattern);
    }
}

/* 0 and 2 are on one node, 1 and 3 on nodes of their own. */
TEST(the_load_of_nodes)
{
    static const qdr_message messages[] = {{0, 1, 3},  {0, 2, 4}, {0, 3, 0},
                                           {1, 2, 50}, {2, 1, 9}, {3, 2, 6},
                                           {3, 3, 99}};
    qdr_pattern pattern = {0};
    qdr_node_map nodes = {0};
    qdr_traffic_summary summary = {0};
    qdr_problem problem = {.messages.pattern = &pattern, .nodes = &nodes};

    assert_ok(qdr_pattern_init(&pattern, 4, messages, 7, NULL));
    assert_ok(qdr_node_map_read(&nodes, 4, "0,2:1:3", NULL));
    assert_ok(qdr_problem_summary(&problem, &summary, NULL));
    assert_int_equal(summary.max_sent_bytes, 50);
    assert_int_equal(summary.total_bytes, 72);
    assert_int_equal(summary.max_node_sent_bytes, 50);
    assert_int_equal(summary.max_node_received_bytes, 56);
    problem.nodes = NULL;
    assert_ok(qdr_problem_summary(&problem, &summary, NULL));
    assert_int_equal(summary.max_node_sent_bytes, 0);
    qdr_node_map_cleanup(&nodes);
    qdr_pattern_cleanup(&pattern);
}

/* Nodes of 4 ranks have two adapters. The busiest node sends 3000 bytes, 1500
 * for each adapter, at 100 ns a byte. */
TEST(adapters_are_a_bound)
{
    qdr_network network = soon_free;
    qdr_traffic_summary summary = load_of(1, 1, 1000, 1000);

    network.inside_alpha_us = 5;
    network.inside_beta_ns = 10;
    network.node_ranks = 4;
    network.adapter_ranks = 3;
    summary.max_node_sent_bytes = 3000;
    summary.max_node_received_bytes = 2000;
    assert_us(&network, &summary, 150);
    network.duplex = QDR_DUPLEX_HALF;
    assert_us(&network, &summary, 250);
    /* Nodes that differ. */
    network.node_ranks = 0;
    network.duplex = QDR_DUPLEX_FULL;
    assert_us(&network, &summary, 110);
}
