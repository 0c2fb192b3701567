/* workloads/synthetic/test_sets_test.c -- test_set1 and test_set2: exact rows
 * and columns, seeds, refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "workloads/workload.h"

enum { UNIT = 256 };

static const qdr_workload *set1, *set2;

static void make(const qdr_workload *workload, int procs, int degree,
                 uint64_t seed, qdr_pattern *pattern)
{
    qdr_workload_params params = {
        .procs = procs, .degree = degree, .bytes = UNIT, .seed = seed};
    qdr_error error = {""};

    assert_int_equal(workload->generate(&params, pattern, &error), QDR_OK);
}

/* Rows and columns hold `degree` messages, and set 2 the same ones. A pattern
 * refuses a pair named twice, so the permutations are disjoint. */
static void check(int procs, int degree, uint64_t seed)
{
    qdr_pattern one = {0}, two = {0};
    int num_in[64] = {0};

    make(set1, procs, degree, seed, &one);
    make(set2, procs, degree, seed, &two);
    assert_int_equal(one.num_messages, (int64_t)procs * degree);
    assert_int_equal(two.num_messages, one.num_messages);
    for (int row = 0; row < procs; row++)
        assert_int_equal(one.row_begin[row + 1] - one.row_begin[row], degree);
    for (int64_t m = 0; m < one.num_messages; m++) {
        const qdr_message *first = &one.messages[m], *second = &two.messages[m];
        num_in[first->dst]++;
        assert_int_not_equal(first->src, first->dst);
        assert_int_equal(first->bytes, UNIT);
        assert_int_equal(first->src, second->src);
        assert_int_equal(first->dst, second->dst);
        assert_int_equal(second->bytes % UNIT, 0);
        assert_in_range(second->bytes / UNIT, 1, 32);
    }
    for (int column = 0; column < procs; column++)
        assert_int_equal(num_in[column], degree);
    qdr_pattern_cleanup(&one);
    qdr_pattern_cleanup(&two);
}

static void test_rows_and_columns(void **state)
{
    (void)state;
    for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
        for (int degree = 0; degree < p; degree++)
            for (uint64_t seed = 0; seed < 5; seed++)
                check(p, degree, seed);
}

static bool are_equal(const qdr_pattern *a, const qdr_pattern *b)
{
    return a->num_messages == b->num_messages &&
           memcmp(a->messages, b->messages,
                  (size_t)a->num_messages * sizeof *a->messages) == 0;
}

static void test_seeds(void **state)
{
    const qdr_workload *const sets[] = {set1, set2};

    (void)state;
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 0; seed < 100; seed++) {
            qdr_pattern first = {0}, again = {0}, other = {0};
            make(sets[i], 16, 4, seed, &first);
            make(sets[i], 16, 4, seed, &again);
            make(sets[i], 16, 4, seed + 1, &other);
            assert_true(are_equal(&first, &again));
            assert_false(are_equal(&first, &other));
            qdr_pattern_cleanup(&first);
            qdr_pattern_cleanup(&again);
            qdr_pattern_cleanup(&other);
        }
}

/* The matrix of one seed is the same on every machine and stays so. */
static void test_golden(void **state)
{
    static const int destinations[] = {1, 2, 2, 3, 0, 4, 1, 4, 0, 3};
    static const int units[] = {11, 10, 3, 23, 30, 12, 7, 18, 22, 13};
    qdr_pattern pattern = {0};

    (void)state;
    make(set2, 5, 2, 1993, &pattern);
    for (int m = 0; m < 10; m++) {
        assert_int_equal(pattern.messages[m].dst, destinations[m]);
        assert_int_equal(pattern.messages[m].bytes, units[m] * UNIT);
    }
    qdr_pattern_cleanup(&pattern);
}

/* 32 sizes, each in 1000 of 32000 messages, with standard deviation 31. */
static void test_sizes_equally_likely(void **state)
{
    int num_seen[33] = {0};

    (void)state;
    for (uint64_t seed = 0; seed < 250; seed++) {
        qdr_pattern pattern = {0};
        make(set2, 32, 4, seed, &pattern);
        for (int64_t m = 0; m < pattern.num_messages; m++)
            num_seen[pattern.messages[m].bytes / UNIT]++;
        qdr_pattern_cleanup(&pattern);
    }
    for (int units = 1; units <= 32; units++)
        assert_in_range(num_seen[units], 1000 - 155, 1000 + 155);
}

static void refuse(const qdr_workload *workload, qdr_workload_params params,
                   const char *reason)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(workload->generate(&params, &pattern, &error),
                     QDR_ERROR_INPUT);
    assert_non_null(strstr(error.text, reason));
    assert_null(pattern.messages);
}

static void test_refusals(void **state)
{
    static const struct {
        qdr_workload_params params;
        const char *reason;
    } bad[] = {
        {{.procs = 0}, "procs is 0, accepted are 1 to"},
        {{.procs = QDR_MAX_PROCS + 1}, "procs is"},
        {{.procs = 4, .degree = -1}, "degree is -1, accepted are 0 to 3"},
        {{.procs = 4, .degree = 4}, "degree is 4, accepted are 0 to 3"},
        {{.procs = 1, .degree = 1}, "degree is 1, accepted are 0 to 0"},
        {{.procs = 4, .degree = 1, .bytes = -1}, "bytes is -1, accepted"},
        {{.procs = 4, .degree = 1, .bytes = INT64_MAX}, "2^63"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refuse(set1, bad[i].params, bad[i].reason);
        refuse(set2, bad[i].params, bad[i].reason);
    }
    refuse(set2,
           (qdr_workload_params){
               .procs = 4, .degree = 1, .bytes = INT64_MAX / 32 / 4 + 1},
           "bytes is");
}

/* The most that set 2 accepts, whatever is drawn. */
static void test_largest_unit(void **state)
{
    qdr_workload_params params = {
        .procs = 4, .degree = 1, .bytes = INT64_MAX / 32 / 4};

    (void)state;
    for (params.seed = 0; params.seed < 100; params.seed++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        assert_int_equal(set2->generate(&params, &pattern, &error), QDR_OK);
        qdr_pattern_cleanup(&pattern);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_and_columns),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_sizes_equally_likely),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_largest_unit),
    };
    qdr_error error;

    if (qdr_workload_find("test_set1", &set1, &error) != QDR_OK ||
        qdr_workload_find("test_set2", &set2, &error) != QDR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
