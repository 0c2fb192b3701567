/* workloads/skewed/zipf_test.c -- shares that sum, the law, seeds, refusals. */
#include <math.h>
#include <stdlib.h>

#include "kernels/testing/unit_test.h"
#include "workloads/skewed/zipf_law.h"
#include "workloads/testing/traffic.h"

static void make(int procs, uint64_t seed, const char *parameters,
                 qdr_traffic *traffic)
{
    qdr_traffic_make("zipf", (qdr_workload_input){.procs = procs, .seed = seed},
                     traffic, "%s", parameters);
}

/* By hand: 33 bytes over 1, 1/2, 1/3 are 18, 9, 6; 10 over equal weights leave
 * one, which the first gets; 7 over 1, 1/4: 5.6 and 1.4. */
TEST(shares)
{
    static const struct {
        int64_t count, total;
        double exponent;
        int64_t shares[3];
    } cases[] = {{3, 33, 1, {18, 9, 6}},
                 {3, 10, 0, {4, 3, 3}},
                 {2, 7, 2, {6, 1}},
                 {3, 0, 1, {0, 0, 0}},
                 {2, INT64_MAX, 0, {INT64_MAX / 2 + 1, INT64_MAX / 2}}};
    qdr_error error = {""};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t shares[3];
        assert_ok(qdr_zipf_distribute(shares, cases[i].count, cases[i].exponent,
                                      cases[i].total, &error));
        for (int64_t k = 0; k < cases[i].count; k++)
            assert_int_equal(shares[k], cases[i].shares[k]);
    }
}

static int descending(const void *left, const void *right)
{
    const qdr_message *a = left, *b = right;

    return (a->bytes < b->bytes) - (a->bytes > b->bytes);
}

/* The bytes sum exactly, and the k-th longest is within a byte of the law. */
TEST(law)
{
    static const double exponents[] = {0, 0.5, 1, 2, 8};

    for (int p = 1; p <= 33; p++)
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            char parameters[64];
            qdr_traffic traffic = {0};
            qdr_pattern *pattern = &traffic.pattern;
            double sum_of_law = 0;
            int64_t sum = 0, count = lround(0.5 * p * (p - 1));
            snprintf(parameters, sizeof parameters,
                     "density=0.5;bytes=1000;exponent=%g", exponents[e]);
            make(p, 5, parameters, &traffic);
            assert_int_equal(pattern->num_messages, count);
            for (int64_t k = 1; k <= count; k++)
                sum_of_law += pow((double)k, -exponents[e]);
            qsort(pattern->messages, (size_t)count, sizeof *pattern->messages,
                  descending);
            for (int64_t m = 0; m < count; m++) {
                double law = 1000.0 * (double)count / sum_of_law *
                             pow((double)m + 1, -exponents[e]);
                assert_true(fabs((double)pattern->messages[m].bytes - law) < 1);
                assert_int_not_equal(pattern->messages[m].src,
                                     pattern->messages[m].dst);
                sum += pattern->messages[m].bytes;
            }
            assert_int_equal(sum, 1000 * count);
            qdr_traffic_cleanup(&traffic);
        }
}

/* The longest of 12 messages is each one equally often: over 12000 seeds 1000
 * times, with standard deviation 30. */
TEST(longest_anywhere)
{
    int num_longest[4][4] = {{0}};

    for (uint64_t seed = 0; seed < 12000; seed++) {
        qdr_traffic traffic = {0};
        const qdr_message *longest;
        make(4, seed, "exponent=2", &traffic);
        longest = &traffic.pattern.messages[0];
        for (int64_t m = 1; m < traffic.pattern.num_messages; m++)
            if (traffic.pattern.messages[m].bytes > longest->bytes)
                longest = &traffic.pattern.messages[m];
        num_longest[longest->src][longest->dst]++;
        qdr_traffic_cleanup(&traffic);
    }
    for (int src = 0; src < 4; src++)
        for (int dst = 0; dst < 4; dst++)
            assert_in_range(num_longest[src][dst], src == dst ? 0 : 850,
                            src == dst ? 0 : 1150);
}

/* The matrix of one seed is the same on every machine and never changes. */
TEST(golden)
{
    static const int64_t bytes[] = {82, 49, 122, 245, 41, 61};
    qdr_traffic traffic = {0};

    make(3, 1949, "bytes=100", &traffic);
    assert_int_equal(traffic.pattern.num_messages, 6);
    for (int m = 0; m < 6; m++)
        assert_int_equal(traffic.pattern.messages[m].bytes, bytes[m]);
    qdr_traffic_cleanup(&traffic);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {0, "", "procs: 0; accepted: 1 to"},
        {4, "density=1.1", "density: '1.1'; accepted"},
        {4, "exponent=-1", "exponent: '-1'; accepted: numbers"},
        {4, "exponent=8.5", "exponent: '8.5'; accepted: numbers"},
        {4000000, "bytes=1099511627776", "bytes: 1099511627776; accepted: at"},
    };

    qdr_traffic_refuses("zipf", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}
