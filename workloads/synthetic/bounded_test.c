/* workloads/synthetic/bounded_test.c -- rows and columns of bounded traffic sum
 * to t exactly; refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/workload.h"

enum { BYTES = 4 };

static const qdr_workload *bounded;

static void make(int procs, int fan_out, int num_heavy, int64_t traffic,
                 uint64_t seed, qdr_pattern *pattern)
{
    qdr_workload_params params = {.procs = procs,
                                  .bytes = BYTES,
                                  .seed = seed,
                                  .fan_out = fan_out,
                                  .non_uniformity = (double)num_heavy / fan_out,
                                  .traffic = traffic};
    qdr_error error = {""};

    assert_int_equal(bounded->generate(&params, pattern, &error), QDR_OK);
}

/* Rows and columns sum to `traffic`, and the first rank's messages, sorted, are
 * every rank's. */
static void check_sums(const qdr_pattern *pattern, int64_t traffic)
{
    int64_t sum_in[64] = {0}, num_in[64] = {0};
    int64_t num_out = pattern->row_begin[1];

    for (int row = 0; row < pattern->num_procs; row++) {
        int64_t sum_out = 0;
        for (int64_t m = pattern->row_begin[row];
             m < pattern->row_begin[row + 1]; m++) {
            const qdr_message *message = &pattern->messages[m];
            assert_true(message->bytes > 0);
            sum_out += message->bytes;
            sum_in[message->dst] += message->bytes;
            num_in[message->dst]++;
        }
        assert_int_equal(sum_out, traffic * BYTES);
        assert_int_equal(pattern->row_begin[row + 1] - pattern->row_begin[row],
                         num_out);
    }
    for (int column = 0; column < pattern->num_procs; column++) {
        assert_int_equal(sum_in[column], traffic * BYTES);
        assert_int_equal(num_in[column], num_out);
    }
}

/* In each row as many messages of each size as the paper's two fractions say,
 * equal up to one element: the reference is the formula in exact arithmetic. */
static void check_sizes(const qdr_pattern *pattern, int fan_out, int num_heavy,
                        int64_t traffic)
{
    int64_t light = num_heavy * traffic / fan_out, heavy = traffic - light;

    for (int row = 0; row < pattern->num_procs; row++) {
        int64_t wanted[64], num_wanted = 0;
        for (int64_t i = 0; i < num_heavy; i++)
            wanted[num_wanted++] = heavy / num_heavy + (i < heavy % num_heavy);
        for (int64_t i = 0, n = fan_out - num_heavy; i < n; i++)
            wanted[num_wanted++] = light / n + (i < light % n);
        for (int64_t m = pattern->row_begin[row];
             m < pattern->row_begin[row + 1]; m++) {
            int64_t i = 0;
            while (i < fan_out &&
                   wanted[i] * BYTES != pattern->messages[m].bytes)
                i++;
            assert_true(i < fan_out);
            wanted[i] = 0;
        }
        for (int64_t i = 0; i < fan_out; i++)
            assert_int_equal(wanted[i], 0);
    }
}

static void check(int procs, int fan_out, int num_heavy)
{
    int64_t traffics[] = {0, 1, fan_out - 1, fan_out, procs, 997, 1000 * procs};

    for (size_t i = 0; i < sizeof traffics / sizeof *traffics; i++) {
        qdr_pattern pattern = {0};
        make(procs, fan_out, num_heavy, traffics[i], i, &pattern);
        check_sums(&pattern, traffics[i]);
        check_sizes(&pattern, fan_out, num_heavy, traffics[i]);
        qdr_pattern_cleanup(&pattern);
    }
}

static void test_sums(void **state)
{
    (void)state;
    for (int p = 2; p <= 64; p += p == 33 ? 31 : 1)
        for (int k = 2; k <= p; k++) {
            check(p, k, 1);
            check(p, k, k / 2);
            check(p, k, k - 1);
        }
}

/* Figures 9 and 10 of the paper: k = 32, l = 1/32: 1 of 32 messages has 31/32
 * of the traffic, 31 have 1/32 together; k = 2, l = 1/2: both are equal. */
static void test_published_parameters(void **state)
{
    qdr_pattern pattern = {0};
    int64_t traffic = 32 * 31 * 10;

    (void)state;
    make(32, 32, 1, traffic, 9, &pattern);
    assert_int_equal(pattern.num_messages, 32 * 32);
    for (int64_t m = 0; m < pattern.num_messages; m++) {
        int64_t elements = pattern.messages[m].bytes / BYTES;
        assert_true(elements == 31 * traffic / 32 || elements == 10);
    }
    qdr_pattern_cleanup(&pattern);
    make(32, 2, 1, traffic, 10, &pattern);
    assert_int_equal(pattern.num_messages, 32 * 2);
    for (int64_t m = 0; m < pattern.num_messages; m++)
        assert_int_equal(pattern.messages[m].bytes / BYTES, traffic / 2);
    qdr_pattern_cleanup(&pattern);
}

static void test_seeds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        qdr_pattern patterns[3] = {{0}};
        size_t size;
        for (int i = 0; i < 3; i++)
            make(16, 4, 1, 400, seed + (i == 2), &patterns[i]);
        size = (size_t)patterns[0].num_messages * sizeof(qdr_message);
        assert_int_equal(
            memcmp(patterns[0].messages, patterns[1].messages, size), 0);
        assert_int_not_equal(
            memcmp(patterns[0].messages, patterns[2].messages, size), 0);
        for (int i = 0; i < 3; i++)
            qdr_pattern_cleanup(&patterns[i]);
    }
}

/* Every pair of a rank and its heavy destination is equally likely, itself
 * included: 256 pairs, 250 in 4000 seeds each, standard deviation 15.3. */
static void test_heavy_equally_likely(void **state)
{
    static int num_heavy[16][16];

    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        qdr_pattern pattern = {0};
        make(16, 16, 1, 1600, seed, &pattern);
        for (int64_t m = 0; m < pattern.num_messages; m++)
            if (pattern.messages[m].bytes == 1500 * BYTES)
                num_heavy[pattern.messages[m].src][pattern.messages[m].dst]++;
        qdr_pattern_cleanup(&pattern);
    }
    for (int src = 0; src < 16; src++)
        for (int dst = 0; dst < 16; dst++)
            assert_in_range(num_heavy[src][dst], 250 - 77, 250 + 77);
}

static void test_refusals(void **state)
{
    /* procs, fan-out, l, traffic, bytes */
    static const struct {
        int procs, fan_out;
        double l;
        int64_t traffic, bytes;
        const char *reason;
    } bad[] = {
        {1, 1, 0.5, 8, 1, "procs is 1, accepted are 2 to"},
        {QDR_MAX_PROCS + 1, 2, 0.5, 8, 1, "procs is"},
        {8, 1, 0.5, 8, 1, "fan-out is 1, accepted are 2 to 8"},
        {8, 9, 1.0 / 9, 8, 1, "fan-out is 9, accepted are 2 to 8"},
        {8, 4, 0, 8, 1, "non-uniformity is 0, accepted are 1/4 to 3/4"},
        {8, 4, 1, 8, 1, "non-uniformity is 1, accepted are 1/4 to 3/4"},
        {8, 4, -0.25, 8, 1, "accepted are 1/4 to 3/4"},
        {8, 4, 1.25, 8, 1, "accepted are 1/4 to 3/4"},
        {8, 4, NAN, 8, 1, "accepted are 1/4 to 3/4"},
        {8, 4, INFINITY, 8, 1, "accepted are 1/4 to 3/4"},
        {8, 4, 0.3, 8, 1, "the nearest 1/4: the heavy messages"},
        {8, 4, 0.25, -1, 1, "traffic is -1 elements"},
        {8, 4, 0.25, 8, -1, "of -1 bytes"},
        {8, 4, 0.25, INT64_MAX / 2, 4, "less than 2^63 bytes"},
        {8, 4, 0.25, INT64_MAX / 4, 4, "less than 2^63 bytes"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qdr_workload_params params = {.procs = bad[i].procs,
                                      .bytes = bad[i].bytes,
                                      .fan_out = bad[i].fan_out,
                                      .non_uniformity = bad[i].l,
                                      .traffic = bad[i].traffic};
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        assert_int_equal(bounded->generate(&params, &pattern, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, bad[i].reason));
        assert_null(pattern.messages);
    }
}

/* A third in decimals is a third; the most traffic there can be is dealt. */
static void test_limits(void **state)
{
    qdr_workload_params params = {.procs = 3,
                                  .bytes = 1,
                                  .fan_out = 3,
                                  .non_uniformity = 0.3333333,
                                  .traffic = INT64_MAX / 3};
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    int64_t sum = 0;

    (void)state;
    assert_int_equal(bounded->generate(&params, &pattern, &error), QDR_OK);
    for (int64_t m = 0; m < pattern.row_begin[1]; m++)
        sum += pattern.messages[m].bytes;
    assert_true(sum == params.traffic);
    qdr_pattern_cleanup(&pattern);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_published_parameters),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_heavy_equally_likely),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limits),
    };
    qdr_error error;

    if (qdr_workload_find("bounded", &bounded, &error) != QDR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
