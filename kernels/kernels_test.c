/* kernels/kernels_test.c -- properties of every row of the table.
 *
 * For p = 1..33 and 64 and for every kind of pattern: the symbolic checker
 * agrees (each byte once, declared flags, no deadlock), the cost formula equals
 * the cost derived from the schedule (or bounds it, where the row says so), the
 * same seed gives the same schedule. A new row is tested here with no edit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/cost.h"
#include "kernels/core/pattern_file.h"
#include "kernels/core/schedule_check.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"

static void assert_cost(const qdr_kernel *kernel, const qdr_pattern *pattern,
                        const qdr_schedule *schedule, const char *where)
{
    qdr_cost formula, derived;
    qdr_error error = {""};
    int p = pattern->num_procs;
    bool holds;

    assert_int_equal(qdr_kernel_cost(kernel, pattern, &formula, &error),
                     QDR_OK);
    assert_int_equal(qdr_cost_of_schedule(schedule, &derived, &error), QDR_OK);
    if (kernel->exactness == QDR_BOUND ||
        (kernel->exactness == QDR_EXACT_FOR_POW2 && (p & (p - 1)) != 0))
        holds = derived.alpha <= formula.alpha && derived.beta <= formula.beta;
    else
        holds = derived.alpha == formula.alpha && derived.beta == formula.beta;
    if (!holds)
        fail_msg("%s: formula %lld alpha + %lld beta, schedule %lld alpha + "
                 "%lld beta",
                 where, (long long)formula.alpha, (long long)formula.beta,
                 (long long)derived.alpha, (long long)derived.beta);
}

static void assert_same_again(const qdr_kernel *kernel,
                              const qdr_pattern *pattern,
                              const qdr_schedule *schedule)
{
    qdr_schedule again = {0};
    qdr_error error = {""};

    assert_int_equal(qdr_kernel_build(kernel, pattern, 1, &again, &error),
                     QDR_OK);
    assert_int_equal(again.num_rounds, schedule->num_rounds);
    assert_int_equal(again.num_transfers, schedule->num_transfers);
    for (int64_t t = 0; t < again.num_transfers; t++)
        assert_memory_equal(&again.transfers[t], &schedule->transfers[t],
                            sizeof again.transfers[t]);
    qdr_schedule_cleanup(&again);
}

static void check_row(const qdr_kernel *kernel, int kind, int p)
{
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_error error = {""};
    char where[128];

    snprintf(where, sizeof where, "%s, p = %d, %s", kernel->name, p,
             qdr_pattern_kind_name(kind));
    assert_int_equal(qdr_pattern_init_kind(&pattern, kind, p, &error), QDR_OK);
    if (qdr_kernel_accepts(kernel, &pattern, &error) != QDR_OK) {
        qdr_pattern_cleanup(&pattern);
        return;
    }
    if (qdr_kernel_build(kernel, &pattern, 1, &schedule, &error) != QDR_OK ||
        qdr_schedule_check(&schedule, &pattern,
                           (kernel->flags & QDR_ONE_PORT) != 0, &report,
                           &error) != QDR_OK)
        fail_msg("%s: %s", where, error.text);
    if (kernel->kind == QDR_DIRECT && (kernel->flags & QDR_ONE_PORT) != 0)
        assert_true(report.num_rounds >= report.pattern.max_degree);
    assert_cost(kernel, &pattern, &schedule, where);
    assert_same_again(kernel, &pattern, &schedule);
    qdr_schedule_cleanup(&schedule);
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

static void build_named(const char *name, const qdr_pattern *pattern,
                        qdr_schedule *schedule)
{
    const qdr_kernel *kernel;
    qdr_error error = {""};

    assert_int_equal(qdr_kernel_find(name, &kernel, &error), QDR_OK);
    assert_int_equal(qdr_kernel_build(kernel, pattern, 0, schedule, &error),
                     QDR_OK);
}

static void build_complete(const char *name, int p, qdr_schedule *schedule)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(qdr_pattern_init_complete(&pattern, p, 1, &error), QDR_OK);
    build_named(name, &pattern, schedule);
    qdr_pattern_cleanup(&pattern);
}

/* "For a complete exchange operation this algorithm creates the same
 * communication schedule as pairwise exchange" [ponnusamy1992, Sec. 4.4]. */
static void test_greedy_equals_pairwise_when_complete(void **state)
{
    (void)state;
    for (int p = 2; p <= 39; p++) {
        qdr_schedule gs = {0}, ps = {0};

        build_complete("gs", p, &gs);
        build_complete("ps", p, &ps);
        assert_int_equal(gs.num_rounds, ps.num_rounds);
        for (int64_t i = 0; i <= gs.num_rounds; i++)
            assert_int_equal(gs.round_begin[i], ps.round_begin[i]);
        for (int64_t t = 0; t < gs.num_transfers; t++)
            assert_memory_equal(&gs.transfers[t], &ps.transfers[t],
                                sizeof gs.transfers[t]);
        qdr_schedule_cleanup(&gs);
        qdr_schedule_cleanup(&ps);
    }
}

/* Whom `rank` meets in round j, as the figures say it; p if nobody. */
static int partner_in_figure2(int rank, int j, int p)
{
    int node = rank ^ j;

    return node < p ? node : p;
}

static int partner_in_figure4(int rank, int j, int p)
{
    int virtual_node = ((rank + 1) % p) ^ j;

    return virtual_node < p ? (virtual_node + p - 1) % p : p;
}

/* pex and bex are [ponnusamy1992, Fig. 2 and 4], round by round, with partners
 * that do not exist skipped. */
static void test_figures_2_and_4(void **state)
{
    static const struct {
        const char *name;
        int (*partner)(int, int, int);
    } figures[] = {{"pex", partner_in_figure2}, {"bex", partner_in_figure4}};

    (void)state;
    for (size_t f = 0; f < 2; f++)
        for (int p = 2; p <= 33; p++) {
            qdr_schedule schedule = {0};
            int64_t t = 0;

            build_complete(figures[f].name, p, &schedule);
            for (int j = 1; t < schedule.num_transfers; j++) {
                int64_t begin = t;
                int num_met = 0;
                for (int rank = 0; rank < p; rank++)
                    num_met += figures[f].partner(rank, j, p) < p;
                for (; t < begin + num_met; t++)
                    assert_int_equal(
                        figures[f].partner(schedule.transfers[t].src, j, p),
                        schedule.transfers[t].dst);
            }
            qdr_schedule_cleanup(&schedule);
        }
}

/* Exchanges that cross the root of a fat tree of 16 ranks, a round. The paper
 * claims that bex spreads them evenly (Sec. 3.4); its own Figure 4 does not. */
static void test_crossings_of_the_root(void **state)
{
    static const struct {
        const char *name;
        int crossings[15];
    } expected[] = {
        {"pex", {0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}},
        {"bex", {4, 4, 4, 8, 6, 6, 6, 8, 8, 8, 8, 8, 6, 6, 6}},
    };

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        qdr_schedule schedule = {0};

        build_complete(expected[k].name, 16, &schedule);
        assert_int_equal(schedule.num_rounds, 15);
        for (int64_t i = 0; i < 15; i++) {
            int crossings = 0;
            for (int64_t t = schedule.round_begin[i];
                 t < schedule.round_begin[i + 1]; t++)
                crossings += schedule.transfers[t].src < /* once a pair */
                                 schedule.transfers[t].dst &&
                             schedule.transfers[t].src / 4 !=
                                 schedule.transfers[t].dst / 4;
            assert_int_equal(crossings, expected[k].crossings[i]);
        }
        qdr_schedule_cleanup(&schedule);
    }
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
            build_named("edge_colouring", &pattern, &schedule);
            assert_int_equal(schedule.num_rounds, stats.max_degree);
            qdr_schedule_cleanup(&schedule);
            qdr_pattern_cleanup(&pattern);
        }
}

/* The rounds that [ponnusamy1992, Sec. 4.1-4.4] states for Table 6. */
static void test_table6_rounds(void **state)
{
    static const struct {
        const char *name;
        int rounds;
    } published[] = {{"ls", 8}, {"ps", 6}, {"bs", 7}, {"gs", 6}};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    (void)state;
    assert_int_equal(
        qdr_pattern_read(
            &pattern, "workloads/matrix_file/ponnusamy1992_table6.txt", &error),
        QDR_OK);
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        qdr_schedule schedule = {0};
        build_named(published[i].name, &pattern, &schedule);
        assert_int_equal(schedule.num_rounds, published[i].rounds);
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}

/* [ponnusamy1992, Table 10], but for round 5, where the table prints 2 <-> 4
 * and Table 6 has only 4 -> 2. */
static void test_table10(void **state)
{
    static const int table[][3] = {
        {1, 0, 1}, {1, 1, 0}, {1, 2, 3}, {1, 3, 2}, {1, 4, 5}, {1, 5, 4},
        {1, 6, 7}, {1, 7, 6}, {2, 0, 3}, {2, 3, 0}, {2, 1, 2}, {2, 2, 1},
        {2, 4, 7}, {2, 7, 4}, {2, 5, 6}, {2, 6, 5}, {3, 0, 5}, {3, 1, 4},
        {3, 4, 1}, {3, 3, 6}, {3, 6, 3}, {4, 0, 6}, {4, 6, 0}, {4, 1, 5},
        {4, 5, 1}, {4, 3, 4}, {4, 4, 3}, {5, 1, 6}, {5, 3, 5}, {5, 4, 2},
        {5, 7, 0}, {6, 1, 7}, {6, 7, 1}, {6, 6, 2}};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};
    int num_found = 0;

    (void)state;
    assert_int_equal(
        qdr_pattern_read(
            &pattern, "workloads/matrix_file/ponnusamy1992_table6.txt", &error),
        QDR_OK);
    build_named("gs", &pattern, &schedule);
    assert_int_equal(schedule.num_transfers, sizeof table / sizeof *table);
    for (size_t e = 0; e < sizeof table / sizeof *table; e++) {
        int64_t i = table[e][0] - 1;
        for (int64_t t = schedule.round_begin[i];
             t < schedule.round_begin[i + 1]; t++)
            num_found += schedule.transfers[t].src == table[e][1] &&
                         schedule.transfers[t].dst == table[e][2];
    }
    assert_int_equal(num_found, sizeof table / sizeof *table);
    qdr_schedule_cleanup(&schedule);
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
        cmocka_unit_test(test_greedy_equals_pairwise_when_complete),
        cmocka_unit_test(test_figures_2_and_4),
        cmocka_unit_test(test_crossings_of_the_root),
        cmocka_unit_test(test_edge_colouring_is_optimal),
        cmocka_unit_test(test_table6_rounds),
        cmocka_unit_test(test_table10),
        cmocka_unit_test(test_unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
