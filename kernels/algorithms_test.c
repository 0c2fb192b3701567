/* kernels/algorithms_test.c -- what only some rows promise: broadcasts and what
 * is no broadcast, the cutoff of rs_nh, the optimum of edge_colouring.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kernels/core/cost.h"
#include "kernels/core/delivery.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"

/* The example of bcast_recursive.c, and broadcasts from every root. */
static void test_broadcasts(void **state)
{
    static const int tree[][3] = {{0, 3, 0}, {1, 3, 5}, {1, 0, 2},
                                  {2, 3, 4}, {2, 5, 6}, {2, 0, 1}};
    qdr_schedule schedule = {0};
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    int num_found = 0;

    (void)state;
    assert_int_equal(qdr_pattern_init_broadcast(&pattern, 7, 3, 10, &error),
                     QDR_OK);
    qdr_build_named("reb", &pattern, &schedule);
    assert_int_equal(schedule.num_transfers, 6);
    for (size_t e = 0; e < 6; e++)
        for (int64_t t = schedule.round_begin[tree[e][0]];
             t < schedule.round_begin[tree[e][0] + 1]; t++)
            num_found += schedule.transfers[t].src == tree[e][1] &&
                         schedule.transfers[t].dst == tree[e][2];
    assert_int_equal(num_found, 6);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);

    for (int k = 0; k < qdr_kernel_count(); k++)
        for (int p = 1; p <= 33; p++)
            for (int root = 0; root < p; root++) {
                const qdr_kernel *kernel = qdr_kernel_at(k);
                if (!qdr_kernel_has_schedule(kernel) ||
                    (kernel->flags & QDR_ROOTED) == 0)
                    continue;
                assert_int_equal(
                    qdr_pattern_init_broadcast(&pattern, p, root, root, &error),
                    QDR_OK);
                qdr_build_named(kernel->name, &pattern, &schedule);
                qdr_assert_proved(kernel, &pattern, &schedule, kernel->name);
                if (!qdr_cost_holds(kernel, &pattern, &schedule, &error))
                    fail_msg("%s: %s", kernel->name, error.text);
                qdr_schedule_cleanup(&schedule);
                qdr_pattern_cleanup(&pattern);
            }
}

/* A broadcast in which a rank sends what it has not got, gets it twice, or
 * never. */
static void test_wrong_broadcasts(void **state)
{
    qdr_schedule schedule = {0};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_pattern_init_broadcast(&pattern, 4, 0, 10, &error),
                     QDR_OK);
    qdr_build_named("reb", &pattern, &schedule); /* 0-2 | 0-1 2-3 */
    schedule.transfers[0].dst = 1;
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(error.text, "rank 1 gets the vector twice"));
    schedule.transfers[0].dst = 3;
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(error.text, "rank 2 has no vector to send"));
    schedule.transfers[0].dst = 2;
    schedule.round_begin[2]--;
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(error.text, "rank 3 never gets the vector"));
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

/* A forwarding transfer whose length is not that of its messages. */
static void test_wrong_block_length(void **state)
{
    qdr_schedule schedule = {0};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_pattern_init_complete(&pattern, 4, 16, &error),
                     QDR_OK);
    qdr_build_named("rex", &pattern, &schedule);
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error), QDR_OK);
    schedule.transfers[0].bytes -= 5;
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(error.text, "carries 27 bytes, but its 2 messages"));
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

/* Only whole messages with a cutoff that nothing reaches; the more pieces, the
 * lower it is. */
static void test_cutoff(void **state)
{
    static const double cutoffs[] = {1e9, 1.5, 1.25, 1};
    const qdr_kernel *kernel;
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    int64_t fewer = 0;

    (void)state;
    assert_int_equal(qdr_kernel_find("rs_nh", &kernel, &error), QDR_OK);
    assert_int_equal(qdr_pattern_init_kind(&pattern, 5, 12, &error), QDR_OK);
    for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++) {
        qdr_problem problem = {
            .pattern = &pattern, .seed = 1, .cutoff = cutoffs[c]};
        qdr_schedule schedule = {0};
        assert_int_equal(qdr_kernel_build(kernel, &problem, &schedule, &error),
                         QDR_OK);
        qdr_assert_proved(kernel, &pattern, &schedule, "cutoff");
        assert_true(qdr_cost_holds(kernel, &pattern, &schedule, &error));
        if (c == 0)
            assert_int_equal(schedule.num_transfers, pattern.num_messages);
        assert_true(schedule.num_transfers > fewer);
        fewer = schedule.num_transfers;
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}

/* The example of alltoallv_random_heap.c, whatever the seed. */
static void test_cutoff_of_the_example(void **state)
{
    static const qdr_message messages[] = {
        {0, 1, 90}, {1, 2, 10}, {2, 3, 10}, {3, 4, 10}};
    static const qdr_transfer long_one[] = {{0, 1, 0, 60, 0},
                                            {0, 1, 60, 30, 0}};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_pattern_init(&pattern, 5, messages, 4, &error),
                     QDR_OK);
    qdr_build_named("rs_nh", &pattern, &schedule);
    assert_int_equal(schedule.num_transfers, 5);
    for (int64_t i = 0; i < 2; i++)
        assert_memory_equal(&schedule.transfers[schedule.round_begin[i]],
                            &long_one[i], sizeof *long_one);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

/* Exactly as many rounds as the largest degree, on every kind of pattern. */
static void test_edge_colouring_is_optimal(void **state)
{
    (void)state;
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
        for (int p = 1; p <= 64; p++) {
            qdr_pattern pattern = {0};
            qdr_pattern_stats stats;
            qdr_schedule schedule = {0};
            qdr_error error = {""};

            assert_int_equal(qdr_pattern_init_kind(&pattern, kind, p, &error),
                             QDR_OK);
            assert_int_equal(qdr_pattern_get_stats(&pattern, &stats, &error),
                             QDR_OK);
            qdr_build_named("edge_colouring", &pattern, &schedule);
            assert_int_equal(schedule.num_rounds, stats.max_degree);
            qdr_schedule_cleanup(&schedule);
            qdr_pattern_cleanup(&pattern);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broadcasts),
        cmocka_unit_test(test_wrong_broadcasts),
        cmocka_unit_test(test_wrong_block_length),
        cmocka_unit_test(test_cutoff),
        cmocka_unit_test(test_cutoff_of_the_example),
        cmocka_unit_test(test_edge_colouring_is_optimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
