/* kernels/core/network/node_map_test.c -- maps of nodes: every rank once,
 * whatever the numbers; texts, and what they refuse. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/network/node_map.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 64 };

/* The nodes in order of their leaders, each rank on its own, ascending. */
static void assert_consistent(const qdr_node_map *map, const int *numbers)
{
    int min = map->num_procs, max = 0;

    assert_int_equal(map->rank_begin[0], 0);
    assert_int_equal(map->rank_begin[map->num_nodes], map->num_procs);
    for (int i = 0; i < map->num_nodes; i++) {
        const int *ranks = map->ranks + map->rank_begin[i];
        int size = qdr_node_map_size(map, i);
        assert_true(size > 0);
        if (i > 0)
            assert_true(ranks[0] > map->ranks[map->rank_begin[i - 1]]);
        for (int j = 0; j < size; j++) {
            assert_int_equal(map->node_of[ranks[j]], i);
            assert_int_equal(map->number[i], numbers[ranks[j]]);
            assert_true(j == 0 || ranks[j] > ranks[j - 1]);
        }
        min = size < min ? size : min;
        max = size > max ? size : max;
    }
    assert_int_equal(map->min_ranks, min);
    assert_int_equal(map->max_ranks, max);
}

TEST(any_numbers)
{
    qdr_rng rng;
    qdr_error error = {""};
    int numbers[MAX_PROCS];

    qdr_rng_init(&rng, 1);
    for (int p = 1; p <= MAX_PROCS; p += p == 33 ? 31 : 1)
        for (int i = 0; i < 20; i++) {
            qdr_node_map map;
            uint64_t nodes = 1 + qdr_rng_below(&rng, (uint64_t)p);
            for (int r = 0; r < p; r++)
                numbers[r] = 7 * (int)qdr_rng_below(&rng, nodes);
            assert_ok(qdr_node_map_init(&map, p, numbers, &error));
            assert_consistent(&map, numbers);
            qdr_node_map_cleanup(&map);
        }
}

TEST(texts)
{
    static const struct {
        const char *text;
        int num_procs, num_nodes, min, max;
        int numbers[8];
    } good[] = {
        {"5,3", 8, 2, 3, 5, {0, 0, 0, 0, 0, 1, 1, 1}},
        {"4", 4, 1, 4, 4, {0, 0, 0, 0}},
        {"0-2:3", 4, 2, 1, 3, {0, 0, 0, 1}},
        {"1,3,5:0,2,4", 6, 2, 3, 3, {1, 0, 1, 0, 1, 0}},
        {"2-3:0,1:4", 5, 3, 1, 2, {1, 1, 0, 0, 2}},
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        qdr_node_map map;
        qdr_error error = {""};
        assert_ok(
            qdr_node_map_read(&map, good[i].num_procs, good[i].text, &error));
        assert_consistent(&map, good[i].numbers);
        assert_int_equal(map.num_nodes, good[i].num_nodes);
        assert_int_equal(map.min_ranks, good[i].min);
        assert_int_equal(map.max_ranks, good[i].max);
        qdr_node_map_cleanup(&map);
    }
}

TEST(refusals)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"", "nodes: ''; accepted: how many ranks each node has"},
        {"3,2", "'3,2' has 5 ranks; accepted: 6 in all"},
        {"4,4", "'4,4' has 8 ranks; accepted: 6 in all"},
        {"6,0", "nodes: '6,0'; accepted: "},
        {"3,3,", "nodes: '3,3,'; accepted: "},
        {"3 3", "nodes: '3 3'; accepted: "},
        {"-6", "nodes: '-6'; accepted: "},
        {"99999999999999999999", "accepted: how many ranks"},
        {"0-3:3-5", "names rank 3 twice; accepted: every rank from 0 to 5"},
        {"0-3:5", "does not name rank 4; accepted: every rank from 0 to 5"},
        {"0-3:4-6", "which ones, from 0 to 5, as"},
        {"0-3:5-4", "nodes: '0-3:5-4'; accepted: "},
        {"0-3::4-5", "nodes: '0-3::4-5'; accepted: "},
        {"0-3;4-5", "nodes: '0-3;4-5'; accepted: "},
    };
    const int numbers[] = {0, 0, -2};
    qdr_node_map map;
    qdr_error error = {""};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(qdr_node_map_read(&map, 6, bad[i].text, &error),
                         QDR_ERROR_INPUT);
        assert_says(error.text, bad[i].words);
    }
    assert_int_equal(qdr_node_map_init(&map, 3, numbers, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text,
                        "nodes: rank 2 is on node -2; accepted: numbers from "
                        "0");
}

TEST(digest)
{
    const int one[] = {0, 0, 1}, other[] = {0, 1, 0};
    qdr_node_map a, b, none = {0};

    assert_ok(qdr_node_map_init(&a, 3, one, NULL));
    assert_ok(qdr_node_map_init(&b, 3, other, NULL));
    assert_true(qdr_node_map_digest(&a) != qdr_node_map_digest(&b));
    assert_int_equal(qdr_node_map_digest(&none), 0);
    qdr_node_map_cleanup(&a);
    qdr_node_map_cleanup(&b);
}
