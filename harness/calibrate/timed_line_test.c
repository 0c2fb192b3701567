/* harness/calibrate/timed_line_test.c -- the ranks that a calibration times: on
 * nodes of any sizes, those that face each other are on different ones, and the
 * first ranks are one node. */

#include "harness/calibrate/calibration_items.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 64 };

/* Requires the line "0 1 4 5" of a map such as "2,2,2"; every rank agrees. */
static void expect_line(int num_procs, const char *nodes, int node_ranks,
                        const int *ranks, int size)
{
    qdr_node_map map = {0};
    qdr_error error = {""};
    int num_placed = 0;

    assert_ok(qdr_node_map_read(&map, num_procs, nodes, &error));
    for (int r = 0; r < num_procs + 2; r++) {
        qdr_timed_line line = qdr_timed_line_of_nodes(&map, r);
        assert_int_equal(line.size, size);
        assert_int_equal(line.node_ranks, node_ranks);
        if (line.place < size)
            assert_int_equal(r, ranks[line.place]);
        else
            assert_int_equal(line.place, size);
        num_placed += line.place < size;
    }
    assert_int_equal(num_placed, size);
    qdr_node_map_cleanup(&map);
}

#define LINE(num_procs, nodes, node_ranks, ...)                                \
    expect_line(num_procs, nodes, node_ranks, (const int[]){__VA_ARGS__},      \
                sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

TEST(lines)
{
    /* One node, and one rank a node. */
    LINE(5, "5", 1, 0, 1, 2, 3, 4);
    LINE(4, "1,1,1,1", 1, 0, 1, 2, 3);
    LINE(3, "1,1,1", 1, 0, 1);
    LINE(4, "1,3", 1, 0, 1);
    LINE(4, "3,1", 1, 0, 3);
    /* Full nodes, an even number of them. */
    LINE(4, "2,2", 2, 0, 1, 2, 3);
    LINE(6, "2,2,2", 2, 0, 1, 2, 3);
    LINE(6, "0,2,4:1,3,5", 3, 0, 2, 4, 1, 3, 5);
    /* As many ranks as two nodes have. */
    LINE(6, "4,2", 2, 0, 1, 4, 5);
    LINE(7, "3,1,3", 3, 0, 1, 2, 4, 5, 6);
    LINE(9, "2,3,4", 2, 0, 1, 2, 3);
    LINE(5, "0,2:1:3,4", 2, 0, 2, 3, 4);
}

/* On any map: no rank faces one of its node, and blocks of node_ranks are
 * nodes. */
TEST(any_nodes)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int i = 0; i < 500; i++) {
        int p = 2 + (int)qdr_rng_below(&rng, MAX_PROCS - 1);
        int nodes = 1 + (int)qdr_rng_below(&rng, 6);
        int numbers[MAX_PROCS], at[MAX_PROCS];
        qdr_node_map map = {0};
        qdr_error error = {""};
        qdr_timed_line line = {0};
        for (int r = 0; r < p; r++)
            numbers[r] = (int)qdr_rng_below(&rng, (uint64_t)nodes);
        assert_ok(qdr_node_map_init(&map, p, numbers, &error));
        for (int r = 0; r < p; r++) {
            line = qdr_timed_line_of_nodes(&map, r);
            if (line.place < line.size)
                at[line.place] = numbers[r];
            assert_true(r > 0 || line.place == 0);
        }
        for (int k = 0; k < line.size && map.num_nodes > 1; k++) {
            assert_int_equal(at[k], at[k / line.node_ranks * line.node_ranks]);
            assert_int_not_equal(at[k], at[(k + line.size / 2) % line.size]);
        }
        qdr_node_map_cleanup(&map);
    }
}

/* Levels add items; without them there are none. */
TEST(items)
{
    const qdr_timed_line flat = {32, 1, 0}, levels = {32, 12, 0};
    qdr_item items[QDR_MAX_ITEMS];
    int num_flat = qdr_items_list(&flat, 1, items), inside = 0, adapter = 0;

    for (int i = 0; i < num_flat; i++)
        assert_true(items[i].quantity < QDR_QUANTITY_INSIDE ||
                    items[i].quantity == QDR_QUANTITY_CROWD);
    assert_int_equal(qdr_items_list(&levels, 1, items), num_flat + 14);
    for (int i = 0; i < num_flat + 14; i++) {
        inside += items[i].quantity == QDR_QUANTITY_INSIDE;
        if (items[i].quantity == QDR_QUANTITY_ADAPTER) {
            assert_int_equal(items[i].pairs, 12);
            adapter++;
        }
    }
    assert_int_equal(inside, 12);
    assert_int_equal(adapter, 2);
}
