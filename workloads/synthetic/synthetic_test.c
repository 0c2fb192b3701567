/* workloads/synthetic/synthetic_test.c -- exact counts, seeds, refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "workloads/workload.h"

static const qdr_workload *synthetic;

static void make(int procs, double density, uint64_t seed, qdr_pattern *pattern)
{
    qdr_workload_params params = {
        .procs = procs, .density = density, .bytes = 256, .seed = seed};
    qdr_error error = {""};

    assert_int_equal(synthetic->generate(&params, pattern, &error), QDR_OK);
}

static void test_exact_count(void **state)
{
    static const double densities[] = {0, 0.1, 0.25, 0.5, 0.75, 1};

    (void)state;
    for (int p = 1; p <= 33; p++)
        for (size_t d = 0; d < sizeof densities / sizeof *densities; d++) {
            qdr_pattern pattern = {0};
            make(p, densities[d], 3, &pattern);
            assert_int_equal(pattern.num_messages,
                             lround(densities[d] * p * (p - 1)));
            for (int64_t m = 0; m < pattern.num_messages; m++) {
                assert_int_not_equal(pattern.messages[m].src,
                                     pattern.messages[m].dst);
                assert_int_equal(pattern.messages[m].bytes, 256);
            }
            qdr_pattern_cleanup(&pattern);
        }
}

/* Over many seeds every pair is taken equally often: 240 pairs at density 0.25
 * over 4000 seeds, 1000 each with standard deviation 27.4. */
static void test_every_pair_equally_likely(void **state)
{
    static int count[16][16];

    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        qdr_pattern pattern = {0};
        make(16, 0.25, seed, &pattern);
        for (int64_t m = 0; m < pattern.num_messages; m++)
            count[pattern.messages[m].src][pattern.messages[m].dst]++;
        qdr_pattern_cleanup(&pattern);
    }
    for (int src = 0; src < 16; src++)
        for (int dst = 0; dst < 16; dst++)
            assert_in_range(count[src][dst], src == dst ? 0 : 1000 - 137,
                            src == dst ? 0 : 1000 + 137);
}

static void test_refusals(void **state)
{
    static const qdr_workload_params bad[] = {
        {.procs = 0, .density = 0.5, .bytes = 1},
        {.procs = 4, .density = -0.1, .bytes = 1},
        {.procs = 4, .density = 1.1, .bytes = 1},
        {.procs = 4, .density = NAN, .bytes = 1},
        {.procs = 4, .density = 0.5, .bytes = -1},
        {.procs = 4, .density = 1, .bytes = INT64_MAX}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        assert_int_equal(synthetic->generate(&bad[i], &pattern, &error),
                         QDR_ERROR_INPUT);
        assert_true(strlen(error.text) > 0);
        assert_null(pattern.messages);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_count),
        cmocka_unit_test(test_every_pair_equally_likely),
        cmocka_unit_test(test_refusals),
    };
    qdr_error error;

    if (qdr_workload_find("synthetic", &synthetic, &error) != QDR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
