/* kernels/core/network/network_levels_test.c -- networks with levels: what a
 * level costs, which ranks it joins, and levels that are refused; and places on
 * a mesh that is as large as numbers are. */
#include <math.h>
#include <string.h>

#include "kernels/core/network/network.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/testing/unit_test.h"

static const qdr_network levels = {.alpha_us = 2,
                                   .beta_ns = 0.5,
                                   .gamma_ns = 0.25,
                                   .link_excess = 1,
                                   .sender_free_us = 1.5,
                                   .receiver_free_us = 0.5,
                                   .inside_alpha_us = 1,
                                   .inside_beta_ns = 0.125,
                                   .node_ranks = 12,
                                   .adapter_ranks = 6};

TEST(one_level)
{
    qdr_network one = qdr_network_of_today;
    const qdr_network inside = qdr_network_inside(&one);
    const qdr_network between = qdr_network_between(&one);

    assert_false(qdr_network_has_levels(&one));
    assert_memory_equal(&inside, &one, sizeof one);
    assert_memory_equal(&between, &one, sizeof one);
    assert_false(qdr_network_is_inside(&one, 1, 1));
    assert_int_equal(qdr_network_on_adapter(&one, 100), 1);
    qdr_network_set_node_ranks(&one, 4, 16);
    assert_memory_equal(&one, &qdr_network_of_today, sizeof one);
}

/* A sender is busy for 0.5 us of either alpha, a receiver for 1.5 us, all of
 * the alpha inside. */
TEST(each_level)
{
    qdr_network lossy = levels;
    const qdr_network inside = qdr_network_inside(&levels);
    const qdr_network between = qdr_network_between(&levels);

    /* Queues that overflow are those between nodes. */
    lossy.crowd_us = 200000;
    assert_true(qdr_network_inside(&lossy).crowd_us == 0);
    assert_true(qdr_network_between(&lossy).crowd_us == 200000);
    assert_true(inside.alpha_us == 1 && inside.beta_ns == 0.125);
    assert_true(inside.gamma_ns == 0.25);
    assert_true(inside.sender_free_us == 0.5 && inside.receiver_free_us == 0);
    assert_true(between.alpha_us == 2 && between.beta_ns == 0.5);
    assert_true(between.sender_free_us == 1.5);
    assert_false(qdr_network_has_levels(&inside));
    assert_false(qdr_network_has_levels(&between));
}

TEST(groups)
{
    qdr_network anywhere = levels;

    assert_true(qdr_network_is_inside(&levels, 1, 12));
    assert_true(qdr_network_is_inside(&levels, 3, 2));
    assert_false(qdr_network_is_inside(&levels, 12, 2));
    assert_false(qdr_network_is_inside(&levels, 1, 24));
    assert_false(qdr_network_is_inside(&levels, 1, 8));
    assert_int_equal(qdr_network_on_adapter(&levels, 1), 1);
    assert_int_equal(qdr_network_on_adapter(&levels, 5), 5);
    assert_int_equal(qdr_network_on_adapter(&levels, 48), 6);
    anywhere.node_ranks = 0;
    assert_false(qdr_network_is_inside(&anywhere, 1, 1));
    assert_int_equal(qdr_network_on_adapter(&anywhere, 48), 6);
    qdr_network_set_node_ranks(&anywhere, 3, 48);
    assert_int_equal(qdr_network_on_adapter(&anywhere, 48), 3);
}

static qdr_network placed(const char *text, int num_procs)
{
    qdr_network network = levels;
    qdr_node_map map = {0};

    assert_ok(qdr_node_map_read(&map, num_procs, text, NULL));
    qdr_network_set_nodes(&network, &map);
    qdr_node_map_cleanup(&map);
    return network;
}

TEST(places)
{
    assert_int_equal(placed("4,4,4", 12).node_ranks, 4);
    assert_int_equal(placed("4,4,1", 9).node_ranks, 4);
    assert_int_equal(placed("4,3,4", 11).node_ranks, 0);
    assert_int_equal(placed("0,2:1,3", 4).node_ranks, 0);
    assert_true(placed("3,4", 7).inside_alpha_us > 0);
    /* A rank a node, and one node: one level. */
    assert_true(placed("1,1,1", 3).inside_alpha_us == 0);
    assert_true(placed("1,1,1", 3).alpha_us == 2);
    assert_true(placed("9", 9).inside_alpha_us == 0);
    assert_true(placed("9", 9).alpha_us == 1);
}

/* What a node's ranks share is counted if all ranks share one: the limit of
 * eager sends, and the memory's bandwidth. */
TEST(one_node)
{
    static const char *const maps[] = {"4", "4,4"};

    for (int nodes = 1; nodes <= 2; nodes++) {
        qdr_network today =
            qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
        qdr_node_map map = {0};
        bool is_one = nodes == 1;
        assert_ok(qdr_node_map_read(&map, 4 * nodes, maps[nodes - 1], NULL));
        qdr_network_set_nodes(&today, &map);
        qdr_node_map_cleanup(&map);
        assert_int_equal(today.duplex == QDR_DUPLEX_HALF, is_one);
        assert_true(qdr_network_message_us(&today, 4000) == today.alpha_us);
        assert_true(qdr_network_message_us(&today, 4001) ==
                    today.alpha_us + (is_one ? 2 : 0));
        assert_int_equal(qdr_network_inside(&today).duplex == QDR_DUPLEX_HALF,
                         is_one);
    }
}

/* Today's network before the ranks have places, and after. */
TEST(of_today)
{
    const char *key = "";
    qdr_network today = qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    qdr_network one = qdr_network_of_today_on_nodes(1);
    qdr_node_map map = {0};

    assert_memory_equal(&one, &qdr_network_of_today, sizeof one);
    assert_ok(qdr_network_check(&today, &key, NULL));
    assert_ok(qdr_node_map_read(&map, 8, "4,4", NULL));
    qdr_network_set_nodes(&today, &map);
    assert_int_equal(today.node_ranks, 4);
    assert_int_equal(today.adapter_ranks, 4);
    assert_int_equal(qdr_network_adapters(&today, 4), 1);
    qdr_node_map_cleanup(&map);
    today = qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    assert_ok(qdr_node_map_read(&map, 8, "3,5", NULL));
    qdr_network_set_nodes(&today, &map);
    assert_int_equal(today.node_ranks, 0);
    assert_int_equal(qdr_network_adapters(&today, 5), 1);
    qdr_node_map_cleanup(&map);
}

TEST(the_first_ranks)
{
    qdr_network few = levels, one = levels;

    qdr_network_first(&few, 5);
    assert_int_equal(few.node_ranks, 5);
    qdr_network_first(&one, 1);
    assert_false(qdr_network_has_levels(&one));
    assert_int_equal(one.node_ranks, 0);
}

static void assert_refused(qdr_network network, const char *expected_key,
                           const char *words)
{
    const char *key = "";
    qdr_error error = {""};

    assert_int_equal(qdr_network_check(&network, &key, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(key, expected_key);
    if (strncmp(error.text, words, strlen(words)) != 0)
        fail_msg("%s", error.text);
    assert_non_null(strstr(error.text, "; accepted: "));
}

TEST(refused)
{
    const char *key = NULL;
    qdr_network bad = levels;

    assert_ok(qdr_network_check(&levels, &key, NULL));
    assert_ok(qdr_network_check(&qdr_network_of_today, &key, NULL));
    bad.inside_alpha_us = 0;
    assert_refused(bad, "inside_alpha_us", "inside_alpha_us: 0; ");
    bad.inside_alpha_us = -1;
    assert_refused(bad, "inside_alpha_us", "inside_alpha_us: -1; ");
    bad = levels;
    bad.inside_beta_ns = NAN;
    assert_refused(bad, "inside_beta_ns", "inside_beta_ns: ");
    bad = levels;
    bad.node_ranks = 0;
    assert_refused(bad, "node_ranks", "node_ranks: 0; ");
    bad.node_ranks = 1;
    assert_refused(bad, "node_ranks", "node_ranks: 1; ");
    bad = levels;
    bad.adapter_ranks = -2;
    assert_refused(bad, "adapter_ranks", "adapter_ranks: -2; ");
    bad.adapter_ranks = 13;
    assert_refused(bad, "adapter_ranks",
                   "adapter_ranks: 13; accepted: 1 to node_ranks, 12");
    bad = levels;
    bad.topology = QDR_LINE;
    assert_refused(bad, "topology", "topology: messages share links, and ");
    bad = qdr_network_of_today;
    bad.adapter_ranks = 2;
    assert_refused(bad, "inside_alpha_us", "inside_alpha_us: 0; ");
}

/* The third place is not below the second: it would be 2^31. */
TEST(a_mesh_of_many_places)
{
    static const int nodes[] = {0, 1 << 30, INT32_MAX};
    qdr_network mesh = {.topology = QDR_MESH, .rows = 3, .columns = 1 << 30};

    qdr_network_restrict(&mesh, nodes, 3);
    assert_int_equal(mesh.topology, QDR_LINE);
}
