/* kernels/kernels_test.c -- properties of every row of the table.
 *
 * For p = 1..33 and 64 and for every kind of pattern: the symbolic checker
 * agrees (each byte once, declared flags, no deadlock in any mode), the cost
 * formula equals the cost derived from the schedule (or bounds it, where the
 * row says so), the same seed gives the same schedule, and a rank that knows
 * only its own messages the same view, unless the row is global. A new row is
 * tested here with no edit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/cost.h"
#include "kernels/core/view.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"

static void assert_same_again(const qdr_kernel *kernel,
                              const qdr_pattern *pattern,
                              const qdr_schedule *schedule)
{
    qdr_schedule again = {0};
    qdr_error error = {""};

    assert_int_equal(
        qdr_kernel_build(kernel, &(qdr_problem){.pattern = pattern, .seed = 1},
                         &again, &error),
        QDR_OK);
    assert_int_equal(again.num_rounds, schedule->num_rounds);
    assert_int_equal(again.num_transfers, schedule->num_transfers);
    for (int64_t t = 0; t < again.num_transfers; t++)
        assert_memory_equal(&again.transfers[t], &schedule->transfers[t],
                            sizeof again.transfers[t]);
    qdr_schedule_cleanup(&again);
}

/* `rank`'s view of a schedule, and of the one made from what it alone knows. */
static void assert_same_view(const qdr_schedule *whole, const qdr_schedule *own,
                             int rank, const char *where)
{
    qdr_views views[2] = {{0}};
    qdr_error error = {""};

    assert_int_equal(qdr_views_init(&views[0], whole, rank, 1, &error), QDR_OK);
    assert_int_equal(qdr_views_init(&views[1], own, rank, 1, &error), QDR_OK);
    assert_int_equal(views[0].rank_begin[1], views[1].rank_begin[1]);
    for (int64_t i = 0; i < views[0].rank_begin[1]; i++) {
        qdr_action expected = views[0].actions[i], found = views[1].actions[i];
        /* Rounds are closed up, but keep their order. */
        if (expected.is_send != found.is_send || expected.peer != found.peer ||
            expected.bytes != found.bytes || expected.offset != found.offset)
            fail_msg("%s: action %lld of rank %d needs more than its own "
                     "messages",
                     where, (long long)i, rank);
    }
    qdr_views_cleanup(&views[0]);
    qdr_views_cleanup(&views[1]);
}

/* A row that does not declare `global` is planned by each rank from its own row
 * and column: they must mean what the whole pattern means. */
static void assert_local(const qdr_kernel *kernel, const qdr_pattern *pattern,
                         const qdr_schedule *schedule, const char *where)
{
    qdr_message *own =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *own);

    assert_non_null(own);
    for (int rank = 0; rank < pattern->num_procs; rank++) {
        qdr_pattern known = {0};
        qdr_schedule made = {0};
        qdr_error error = {""};
        int64_t count = 0;
        for (int64_t m = 0; m < pattern->num_messages; m++)
            if (pattern->messages[m].src == rank ||
                pattern->messages[m].dst == rank)
                own[count++] = pattern->messages[m];
        assert_int_equal(
            qdr_pattern_init(&known, pattern->num_procs, own, count, &error),
            QDR_OK);
        assert_int_equal(
            qdr_kernel_build(kernel,
                             &(qdr_problem){.pattern = &known, .seed = 1},
                             &made, &error),
            QDR_OK);
        assert_same_view(schedule, &made, rank, where);
        qdr_schedule_cleanup(&made);
        qdr_pattern_cleanup(&known);
    }
    free(own);
}

static void check_row(const qdr_kernel *kernel, int kind, int p)
{
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};
    char where[128];

    snprintf(where, sizeof where, "%s, p = %d, %s", kernel->name, p,
             qdr_pattern_kind_name(kind));
    assert_int_equal(qdr_pattern_init_kind(&pattern, kind, p, &error), QDR_OK);
    if (qdr_kernel_has_schedule(kernel) &&
        qdr_kernel_accepts(kernel, &pattern, &error) == QDR_OK) {
        if (qdr_kernel_build(kernel,
                             &(qdr_problem){.pattern = &pattern, .seed = 1},
                             &schedule, &error) != QDR_OK)
            fail_msg("%s: %s", where, error.text);
        qdr_assert_proved(kernel, &pattern, &schedule, where);
        if (!qdr_cost_holds(kernel, &pattern, &schedule, &error))
            fail_msg("%s: %s", where, error.text);
        assert_same_again(kernel, &pattern, &schedule);
        if ((kernel->flags & (QDR_GLOBAL | QDR_COMPLETE | QDR_ROOTED)) == 0)
            assert_local(kernel, &pattern, &schedule, where);
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}

static void test_every_row(void **state)
{
    (void)state;
    for (int k = 0; k < qdr_kernel_count(); k++)
        for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
            for (int p = 1; p <= 33; p++)
                check_row(qdr_kernel_at(k), kind, p);
            check_row(qdr_kernel_at(k), kind, 64);
        }
}

/* p for p - 1, the classic slip. */
static int64_t one_round_too_many(int num_procs)
{
    return num_procs;
}

static int64_t linear_round(int src, int dst, int num_procs)
{
    return (dst - src + num_procs) % num_procs;
}

static qdr_cost slipped_cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->num_procs, stats->num_procs * stats->max_bytes, 0};
}

static void test_wrong_cost_is_caught(void **state)
{
    const qdr_kernel right = {.name = "right",
                              .flags = QDR_ONE_PORT,
                              .num_rounds = one_round_too_many,
                              .round_of = linear_round};
    const qdr_kernel wrong = {
        .name = "wrong", .flags = QDR_ONE_PORT, .cost = slipped_cost};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_pattern_init_complete(&pattern, 5, 8, &error), QDR_OK);
    assert_int_equal(
        qdr_kernel_build(&right, &(qdr_problem){.pattern = &pattern, .seed = 0},
                         &schedule, &error),
        QDR_OK);
    assert_true(qdr_cost_holds(&right, &pattern, &schedule, &error));
    assert_false(qdr_cost_holds(&wrong, &pattern, &schedule, &error));
    assert_non_null(strstr(error.text, "formula 5 alpha + 40 beta, "
                                       "schedule 4 alpha + 32 beta"));
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

static int64_t count_differences(const qdr_schedule *a, const qdr_schedule *b)
{
    int64_t count = 0;

    for (int64_t t = 0; t < a->num_transfers && t < b->num_transfers; t++)
        count += a->transfers[t].src != b->transfers[t].src ||
                 a->transfers[t].dst != b->transfers[t].dst;
    return count;
}

/* Among 33 ranks that all have messages for each other, two seeds that draw the
 * same are as good as impossible. */
static void test_seeds_matter(void **state)
{
    static const char *const names[] = {"ac", "rs_n", "rs_nh"};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_pattern_init_complete(&pattern, 33, 8, &error),
                     QDR_OK);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const qdr_kernel *kernel;
        qdr_schedule schedules[2] = {{0}};
        assert_int_equal(qdr_kernel_find(names[k], &kernel, &error), QDR_OK);
        for (uint64_t seed = 0; seed < 2; seed++)
            assert_int_equal(
                qdr_kernel_build(kernel, &(qdr_problem){&pattern, seed, 0, {0}},
                                 &schedules[seed], &error),
                QDR_OK);
        assert_true(count_differences(&schedules[0], &schedules[1]) > 0);
        qdr_schedule_cleanup(&schedules[0]);
        qdr_schedule_cleanup(&schedules[1]);
    }
    qdr_pattern_cleanup(&pattern);
}

static void test_unknown_name(void **state)
{
    const qdr_kernel *kernel = NULL;
    qdr_error error = {""};

    (void)state;
    assert_int_equal(qdr_kernel_find("xs", &kernel, &error), QDR_ERROR_INPUT);
    assert_null(kernel);
    assert_non_null(strstr(error.text, "'xs', accepted: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row),
        cmocka_unit_test(test_wrong_cost_is_caught),
        cmocka_unit_test(test_seeds_matter),
        cmocka_unit_test(test_unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
