/* workloads/airfoil/density_test.c -- which messages go, and which come. */
#include <math.h>
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/density.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/testing/traffic.h"

enum { MAX_PROCS = 40 };

static int64_t bytes_of(const qdr_pattern *pattern, int src, int dst)
{
    int64_t m = qdr_pattern_find(pattern, src, dst);

    return m < 0 ? -1 : pattern->messages[m].bytes;
}

/* 0 - 1 - 2 - 3 - 4: pair 2 4 has 10 bytes in its common neighbour, 0 2 and 1 3
 * have 4, the others none. */
TEST(by_hand)
{
    static const qdr_message path[] = {{0, 1, 16}, {1, 0, 14}, {1, 2, 2},
                                       {2, 1, 2},  {2, 3, 5},  {3, 2, 7},
                                       {3, 4, 5},  {4, 3, 5}};
    static const int order[][2] = {{0, 1}, {2, 3}, {3, 4}, {1, 2}, {2, 4},
                                   {0, 2}, {1, 3}, {0, 3}, {0, 4}, {1, 4}};

    for (int count = 0; count <= 10; count++) {
        qdr_pattern pattern = {0};
        assert_ok(qdr_pattern_init(&pattern, 5, path, 8, NULL));
        assert_ok(qdr_density_set(&pattern, count / 10.0, NULL));
        assert_int_equal(pattern.num_messages, 2 * count);
        for (int i = 0; i < count; i++)
            assert_true(bytes_of(&pattern, order[i][0], order[i][1]) > 0);
        if (count == 10) {
            assert_int_equal(bytes_of(&pattern, 0, 1), 16);
            assert_int_equal(bytes_of(&pattern, 3, 2), 7);
            assert_int_equal(bytes_of(&pattern, 4, 1), 2);
        }
        qdr_pattern_cleanup(&pattern);
    }
}

/* A random symmetric pattern, with messages from 3 bytes. */
static void draw(qdr_rng *rng, int procs, qdr_pattern *pattern)
{
    qdr_message messages[MAX_PROCS * MAX_PROCS];
    uint64_t share = qdr_rng_below(rng, 11);
    int64_t count = 0;

    for (int a = 0; a < procs; a++)
        for (int b = 0; b < a; b++)
            if (qdr_rng_below(rng, 10) < share) {
                messages[count++] =
                    (qdr_message){a, b, 3 + (int64_t)qdr_rng_below(rng, 9)};
                messages[count++] =
                    (qdr_message){b, a, 3 + (int64_t)qdr_rng_below(rng, 9)};
            }
    assert_ok(qdr_pattern_init(pattern, procs, messages, count, NULL));
}

static qdr_pattern with_density(const qdr_pattern *pattern, double density)
{
    qdr_pattern made = {0};

    assert_ok(qdr_pattern_init(&made, pattern->num_procs, pattern->messages,
                               pattern->num_messages, NULL));
    assert_ok(qdr_density_set(&made, density, NULL));
    return made;
}

/* What is there keeps its bytes; what comes has the shortest length. */
static void check_lengths(const qdr_pattern *before, const qdr_pattern *made)
{
    qdr_pattern_stats stats;

    assert_ok(qdr_pattern_get_stats(before, &stats, NULL));
    for (int64_t m = 0; m < made->num_messages; m++) {
        const qdr_message *one = &made->messages[m];
        int64_t kept = bytes_of(before, one->src, one->dst);
        assert_int_equal(one->bytes, kept < 0 ? stats.min_bytes : kept);
        assert_true(bytes_of(made, one->dst, one->src) >= 0);
    }
}

/* All messages of the one are in the other. */
static void check_within(const qdr_pattern *lower, const qdr_pattern *higher)
{
    for (int64_t m = 0; m < lower->num_messages; m++) {
        const qdr_message *one = &lower->messages[m];
        assert_int_equal(bytes_of(higher, one->src, one->dst), one->bytes);
    }
}

/* The nearest number of pairs, both ways, and each density within the next. */
TEST(properties)
{
    static const int procs[] = {1, 2, 3, 7, 12, 32, MAX_PROCS};
    qdr_rng rng;

    qdr_rng_init(&rng, 67);
    for (int i = 0; i < 70; i++) {
        int p = procs[i % 7];
        qdr_pattern pattern = {0}, last = {0};
        draw(&rng, p, &pattern);
        for (int percent = 0; percent <= 100; percent += 5) {
            qdr_pattern made = with_density(&pattern, percent / 100.0);
            assert_int_equal(made.num_messages,
                             2 * llround(percent / 100.0 * (p * (p - 1) / 2)));
            check_lengths(&pattern, &made);
            check_within(&last, &made);
            check_within(
                made.num_messages < pattern.num_messages ? &made : &pattern,
                made.num_messages < pattern.num_messages ? &pattern : &made);
            qdr_pattern_cleanup(&last);
            last = made;
        }
        qdr_pattern_cleanup(&last);
        qdr_pattern_cleanup(&pattern);
    }
}

/* Printed densities and means, of every mesh; and without bytes. */
TEST(airfoil)
{
    for (uint64_t seed = 1; seed <= QDR_STORED_MESHES; seed++)
        for (int bytes = 0; bytes <= 1; bytes++) {
            qdr_traffic traffic = {0};
            qdr_pattern_stats stats;
            qdr_traffic_make(
                "airfoil", (qdr_workload_input){.procs = 32, .seed = seed},
                &traffic,
                "points=9428;density=0.44;mean_units=505;bytes=%d;numbering=1",
                bytes);
            assert_ok(qdr_pattern_get_stats(&traffic.pattern, &stats, NULL));
            assert_int_equal(stats.num_messages, 436);
            assert_true(fabs((double)stats.total_bytes / 436 - 505 * bytes) <=
                        0.5);
            qdr_traffic_cleanup(&traffic);
        }
}

TEST(refusals)
{
    static const qdr_refusal refusals[] = {
        {32, "density=1.01",
         "density: '1.01'; accepted: numbers or fractions 0"},
        {32, "density=-0.1",
         "density: '-0.1'; accepted: numbers or fractions 0"},
        {1025, "density=0.5", "procs: 1025; accepted: at most 1024 with"}};
    const qdr_partitioner stored = qdr_partitioner_stored("nowhere");

    qdr_traffic_refuses("airfoil",
                        (qdr_workload_input){.seed = 1, .partitioner = &stored},
                        refusals, 3);
}
