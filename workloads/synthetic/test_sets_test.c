/* workloads/synthetic/test_sets_test.c -- test_set1 and test_set2: exact rows
 * and columns, seeds, refusals. */
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

enum { UNIT = 256 };

static void make(const char *test_set, int procs, int degree, uint64_t seed,
                 qdr_traffic *traffic)
{
    qdr_traffic_make(test_set,
                     (qdr_workload_input){.procs = procs, .seed = seed},
                     traffic, "degree=%d;bytes=%d", degree, UNIT);
}

/* Rows and columns hold `degree` messages, and set 2 the same ones. A pattern
 * refuses a pair named twice, so the permutations are disjoint. */
static void check(int procs, int degree, uint64_t seed)
{
    qdr_traffic first = {0}, second = {0};
    const qdr_pattern *one = &first.pattern, *two = &second.pattern;
    int num_in[64] = {0};

    make("test_set1", procs, degree, seed, &first);
    make("test_set2", procs, degree, seed, &second);
    assert_int_equal(one->num_messages, (int64_t)procs * degree);
    assert_int_equal(two->num_messages, one->num_messages);
    for (int row = 0; row < procs; row++)
        assert_int_equal(one->row_begin[row + 1] - one->row_begin[row], degree);
    for (int64_t m = 0; m < one->num_messages; m++) {
        const qdr_message *a = &one->messages[m], *b = &two->messages[m];
        num_in[a->dst]++;
        assert_true(a->src != a->dst || degree == procs);
        assert_int_equal(a->bytes, UNIT);
        assert_int_equal(a->src, b->src);
        assert_int_equal(a->dst, b->dst);
        assert_int_equal(b->bytes % UNIT, 0);
        assert_in_range(b->bytes / UNIT, 1, 32);
    }
    for (int column = 0; column < procs; column++)
        assert_int_equal(num_in[column], degree);
    qdr_traffic_cleanup(&first);
    qdr_traffic_cleanup(&second);
}

TEST(rows_and_columns)
{
    for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
        for (int degree = 0; degree <= p; degree++)
            for (uint64_t seed = 0; seed < 5; seed++)
                check(p, degree, seed);
}

static bool are_equal(const qdr_pattern *a, const qdr_pattern *b)
{
    return a->num_messages == b->num_messages &&
           memcmp(a->messages, b->messages,
                  (size_t)a->num_messages * sizeof *a->messages) == 0;
}

TEST(seeds)
{
    static const char *const sets[] = {"test_set1", "test_set2"};

    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 0; seed < 100; seed++) {
            qdr_traffic first = {0}, again = {0}, other = {0};
            make(sets[i], 16, 4, seed, &first);
            make(sets[i], 16, 4, seed, &again);
            make(sets[i], 16, 4, seed + 1, &other);
            assert_true(are_equal(&first.pattern, &again.pattern));
            assert_false(are_equal(&first.pattern, &other.pattern));
            qdr_traffic_cleanup(&first);
            qdr_traffic_cleanup(&again);
            qdr_traffic_cleanup(&other);
        }
}

/* The matrix of one seed is the same on every machine and never changes. */
TEST(golden)
{
    static const int destinations[] = {1, 2, 2, 3, 0, 4, 1, 4, 0, 3};
    static const int units[] = {11, 10, 3, 23, 30, 12, 7, 18, 22, 13};
    qdr_traffic traffic = {0};
    const qdr_pattern *pattern = &traffic.pattern;

    make("test_set2", 5, 2, 1993, &traffic);
    for (int m = 0; m < 10; m++) {
        assert_int_equal(pattern->messages[m].dst, destinations[m]);
        assert_int_equal(pattern->messages[m].bytes, units[m] * UNIT);
    }
    qdr_traffic_cleanup(&traffic);
}

/* 32 sizes, each in 1000 of 32000 messages, with standard deviation 31. */
TEST(sizes_equally_likely)
{
    int num_seen[33] = {0};

    for (uint64_t seed = 0; seed < 250; seed++) {
        qdr_traffic traffic = {0};
        const qdr_pattern *pattern = &traffic.pattern;
        make("test_set2", 32, 4, seed, &traffic);
        for (int64_t m = 0; m < pattern->num_messages; m++)
            num_seen[pattern->messages[m].bytes / UNIT]++;
        qdr_traffic_cleanup(&traffic);
    }
    for (int units = 1; units <= 32; units++)
        assert_in_range(num_seen[units], 1000 - 155, 1000 + 155);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {0, "degree=0", "procs: 0; accepted: 1 to"},
        {QDR_MAX_PROCS + 1, "degree=0", "procs: "},
        {4, "", "degree is needed"},
        {4, "degree=-1", "degree: '-1'; accepted: whole numbers 0 to"},
        {4, "degree=5", "degree: 5; accepted: 0 to 4"},
        {1, "degree=2", "degree: 2; accepted: 0 to 1"},
        {4, "degree=1;bytes=-1", "bytes: '-1'; accepted"},
    };
    /* Of 1 to 32 units, that is. */
    static const qdr_refusal too_long = {
        16384, "degree=64;bytes=1099511627776",
        "bytes: 1099511627776; accepted: at most"};

    qdr_traffic_refuses("test_set1", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
    qdr_traffic_refuses("test_set2", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
    qdr_traffic_refuses("test_set2", (qdr_workload_input){0}, &too_long, 1);
}
