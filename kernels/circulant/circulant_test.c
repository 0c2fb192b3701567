/* kernels/circulant/circulant_test.c -- the graph, its blocks, and the number
 * of blocks that a network suggests. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/circulant/circulant.h"
#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 700 };

TEST(skips)
{
    qdr_circulant graph = qdr_circulant_of(11, 2);

    assert_int_equal(graph.num_skips, 4);
    assert_int_equal(graph.skip[0], 1);
    assert_int_equal(graph.skip[1], 2);
    assert_int_equal(graph.skip[2], 3);
    assert_int_equal(graph.skip[3], 6);
    assert_int_equal(qdr_circulant_of(1, 2).num_skips, 0);
    assert_int_equal(qdr_circulant_of(2, 2).num_skips, 1);
    assert_int_equal(qdr_circulant_of(1 << 30, 2).num_skips, 30);
    for (int p = 2; p < MAX_PROCS; p++) {
        graph = qdr_circulant_of(p, 2);
        assert_int_equal(graph.skip[0], 1);
        for (int k = 0; k < graph.num_skips; k++) {
            assert_true(graph.skip[k] < graph.skip[k + 1]);
            assert_true(graph.skip[k + 1] <= 2 * graph.skip[k]);
        }
    }
}

/* A place receives -q .. -1, each once, but for one that is q more; the root's
 * are all negative. */
static void assert_each_once(int p, int place, int q, const int *blocks)
{
    bool seen[QDR_MAX_SKIPS] = {false};
    int num_first = 0;

    for (int k = 0; k < q; k++) {
        int block = blocks[k] < 0 ? blocks[k] + q : blocks[k];
        assert_in_range(block, 0, q - 1);
        if (seen[block])
            fail_msg("p = %d, place %d: block %d twice", p, place, block);
        seen[block] = true;
        num_first += blocks[k] >= 0;
    }
    assert_int_equal(num_first, place == 0 ? 0 : 1);
}

/* In every round a place sends what it received in an earlier round of the turn
 * or, the one it has received for the longest time, in the turn before. */
static void assert_has_what_it_sends(const qdr_circulant *graph,
                                     int (*blocks)[QDR_MAX_SKIPS], int place)
{
    int p = graph->num_procs, q = graph->num_skips, first = -1;

    for (int k = 0; k < q; k++)
        if (blocks[place][k] >= 0)
            first = blocks[place][k];
    for (int k = 0; k < q; k++) {
        int sent = blocks[(place + graph->skip[k]) % p][k];
        bool has = sent == first - q;
        for (int earlier = 0; earlier < k; earlier++)
            has = has || blocks[place][earlier] == sent;
        if (!has)
            fail_msg("p = %d: place %d lacks block %d in round %d", p, place,
                     sent, k);
    }
}

TEST(blocks)
{
    static int blocks[MAX_PROCS][QDR_MAX_SKIPS];

    for (int p = 2; p < MAX_PROCS; p++) {
        qdr_circulant graph = qdr_circulant_of(p, 2);
        for (int place = 0; place < p; place++) {
            qdr_circulant_blocks(&graph, place, blocks[place]);
            assert_each_once(p, place, graph.num_skips, blocks[place]);
        }
        for (int place = 1; place < p; place++)
            assert_has_what_it_sends(&graph, blocks, place);
    }
}

/* The prediction of a number of blocks; "-1": that of the network. */
static double time_us(const char *algorithm, const qdr_network *network, int p,
                      int64_t bytes, const char *num_blocks)
{
    const qdr_problem problem = {
        .num_procs = p, .vector.bytes = bytes, .network = network};
    char text[32];

    snprintf(text, sizeof text, "num_blocks=%s", num_blocks);
    return qdr_predict_named(algorithm, text, &problem);
}

/* Whether `blocks` are so short that a root would send several at once. */
static bool are_short(const qdr_network *network, int64_t bytes, int blocks)
{
    return blocks > 1 && network->beta_ns * 1e-3 * (double)(bytes / blocks) <
                             network->alpha_us;
}

static void assert_best(const char *algorithm, const qdr_network *network,
                        int p, int64_t bytes)
{
    double us = time_us(algorithm, network, p, bytes, "-1");

    for (int blocks = 1; blocks <= 128 && blocks <= bytes; blocks++) {
        char text[16];
        snprintf(text, sizeof text, "%d", blocks);
        if (are_short(network, bytes, blocks))
            continue;
        /* Blocks of more than one length differ by an element. */
        assert_true(us <= 1.05 * time_us(algorithm, network, p, bytes, text));
    }
}

TEST(the_number_of_blocks_is_the_best)
{
    for (int n = 0; n < QDR_NUM_TEST_NETWORKS; n++)
        for (int p = 1; p <= 33; p++)
            for (int64_t bytes = 0; bytes <= 1 << 20; bytes = bytes * 8 + 8) {
                const qdr_network *network = &qdr_test_networks[n];
                assert_best("bcast_circulant", network, p, bytes);
                assert_best("reduce_circulant", network, p, bytes);
            }
}

/* The network alone never cuts a vector into blocks that are sent eagerly. */
TEST(blocks_are_not_short)
{
    const qdr_network *today = &qdr_test_networks[1];

    /* 1.3 us carry 16,250 bytes. */
    assert_true(time_us("bcast_circulant", today, 64, 32499, "-1") ==
                time_us("bcast_circulant", today, 64, 32499, "1"));
    assert_true(time_us("bcast_circulant", today, 64, 32500, "-1") ==
                time_us("bcast_circulant", today, 64, 32500, "2"));
}

/* Known values: 64 ranks, 1.3 us, 8e-5 us a byte. Without blocks, a binomial
 * tree; half duplex doubles the bytes; on a line of 8 skips of 4, 2, 1 share
 * links. */
TEST(times)
{
    qdr_network network = qdr_test_networks[1];

    assert_true(fabs(time_us("bcast_circulant", &network, 64, 1000, "1") -
                     6 * (1.3 + 0.08)) < 1e-9);
    assert_true(fabs(time_us("bcast_circulant", &network, 64, 1000, "10") -
                     15 * (1.3 + 0.008)) < 1e-9);
    network.duplex = QDR_DUPLEX_HALF;
    assert_true(fabs(time_us("bcast_circulant", &network, 64, 1000, "1") -
                     6 * (1.3 + 0.16)) < 1e-9);
    network.duplex = QDR_DUPLEX_FULL;
    network.topology = QDR_LINE;
    network.link_excess = 1;
    assert_true(fabs(time_us("bcast_circulant", &network, 8, 3000, "1") -
                     (3 * 1.3 + (4 + 2 + 1) * 0.24)) < 1e-9);
}

TEST(a_number_of_blocks_that_does_not_fit)
{
    static const struct {
        int64_t bytes, element_bytes;
        const char *blocks, *accepted;
    } cells[] = {
        {64, 0, "0", "num_blocks: 0 of 64 elements; accepted: -1, 1 to 64"},
        {64, 8, "9", "num_blocks: 9 of 8 elements; accepted: -1, 1 to 8"},
        {64, 8, "8", NULL},
        {0, 0, "1", NULL},
        {0, 0, "2", "num_blocks: 2 of 1 elements; accepted: -1, 1 to 1"}};
    const qdr_kernel *kernel = qdr_kernel_named("bcast_circulant");

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        qdr_values values;
        const qdr_problem problem = {
            .collective = QDR_BCAST,
            .num_procs = 5,
            .vector = {.bytes = cells[i].bytes,
                       .element_bytes = cells[i].element_bytes},
            .values = &values};
        qdr_schedule schedule = {0};
        qdr_error error = {""};
        qdr_values_init(&values, kernel->parameters);
        assert_ok(qdr_parameter_read(&kernel->parameters[0], "num_blocks",
                                     cells[i].blocks, &values.values[0], NULL));
        assert_int_equal(qdr_kernel_build(kernel, &problem, &schedule, &error),
                         cells[i].accepted == NULL ? QDR_OK : QDR_ERROR_INPUT);
        if (cells[i].accepted != NULL)
            assert_non_null(strstr(error.text, cells[i].accepted));
        qdr_schedule_cleanup(&schedule);
    }
}
