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
#include <stdlib.h>
#include <string.h>

#include "kernels/core/cost.h"
#include "kernels/core/delivery.h"
#include "kernels/core/pattern_file.h"
#include "kernels/core/schedule_check.h"
#include "kernels/core/view.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"

/* Whether a row's formula says the truth about its schedule. */
static bool cost_holds(const qdr_kernel *kernel, const qdr_pattern *pattern,
                       const qdr_schedule *schedule, qdr_error *error)
{
    qdr_cost formula, derived;
    int p = pattern->num_procs;
    bool is_bound =
        kernel->exactness == QDR_BOUND ||
        (kernel->exactness == QDR_EXACT_FOR_POW2 && (p & (p - 1)) != 0);
    qdr_status status;

    assert_int_equal(qdr_kernel_cost(kernel, pattern, &formula, error), QDR_OK);
    assert_int_equal(qdr_cost_of_schedule(schedule, &derived, error), QDR_OK);
    if (is_bound
            ? derived.alpha <= formula.alpha && derived.beta <= formula.beta
            : derived.alpha == formula.alpha && derived.beta == formula.beta)
        return true;
    status = qdr_fail(error, QDR_ERROR_CHECK,
                      "formula %lld alpha + %lld beta, schedule %lld alpha + "
                      "%lld beta",
                      (long long)formula.alpha, (long long)formula.beta,
                      (long long)derived.alpha, (long long)derived.beta);
    return status == QDR_OK;
}

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

static const char *const modes[] = {
    "synchronous",
    "posted",
    "posted_all",
    "window:1",
    "window:3",
    "persistent",
    "synchronous+barrier",
    "posted+barrier",
    "posted_all+barrier",
    "window:3+barrier",
    "persistent+barrier",
};

static void assert_proved(const qdr_kernel *kernel, const qdr_pattern *pattern,
                          const qdr_schedule *schedule, const char *where)
{
    qdr_schedule_report report;
    qdr_error error = {""};

    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        qdr_mode mode;
        assert_int_equal(qdr_mode_parse(modes[m], &mode, &error), QDR_OK);
        if (qdr_schedule_check(schedule, pattern,
                               (kernel->flags & QDR_ONE_PORT) != 0, &mode,
                               &report, &error) != QDR_OK)
            fail_msg("%s, %s: %s", where, modes[m], error.text);
    }
    if (kernel->kind == QDR_DIRECT && (kernel->flags & QDR_ONE_PORT) != 0)
        assert_true(report.num_rounds >= report.pattern.max_degree);
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
        assert_proved(kernel, &pattern, &schedule, where);
        if (!cost_holds(kernel, &pattern, &schedule, &error))
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

static void build_named(const char *name, const qdr_pattern *pattern,
                        qdr_schedule *schedule)
{
    const qdr_kernel *kernel;
    qdr_error error = {""};

    assert_int_equal(qdr_kernel_find(name, &kernel, &error), QDR_OK);
    assert_int_equal(
        qdr_kernel_build(kernel, &(qdr_problem){.pattern = pattern, .seed = 0},
                         schedule, &error),
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

/* Exchanges of a round that cross the root of a fat tree of p ranks, whose root
 * has four children. */
static int count_crossings(const qdr_schedule *schedule, int64_t round)
{
    int quarter = schedule->num_procs / 4;
    int crossings = 0;

    for (int64_t t = schedule->round_begin[round];
         t < schedule->round_begin[round + 1]; t++) {
        const qdr_transfer *transfer = &schedule->transfers[t];
        crossings += transfer->src < transfer->dst && /* once a pair */
                     transfer->src / quarter != transfer->dst / quarter;
    }
    return crossings;
}

/* The paper claims that bex spreads the exchanges that cross the root evenly
 * (Sec. 3.4); its own Figure 4 does not. */
static void test_crossings_at_16(void **state)
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
        for (int64_t i = 0; i < 15; i++)
            assert_int_equal(count_crossings(&schedule, i),
                             expected[k].crossings[i]);
        qdr_schedule_cleanup(&schedule);
    }
}

/* At 64 pex crosses the root in 3N/4 rounds, with all its pairs; bex in every
 * round, but not evenly either. Both cross as often in all: every pair of
 * quarters meets. */
static void test_crossings_at_64(void **state)
{
    static const char *const names[] = {"pex", "bex"};
    static const int num_rounds_across[] = {48, 63};
    static const int fewest[] = {0, 4}, most[] = {32, 32};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        qdr_schedule schedule = {0};
        int sum = 0, across = 0, low = 64, high = 0;

        build_complete(names[k], 64, &schedule);
        assert_int_equal(schedule.num_rounds, 63);
        for (int64_t i = 0; i < 63; i++) {
            int crossings = count_crossings(&schedule, i);
            sum += crossings;
            across += crossings > 0;
            low = crossings < low ? crossings : low;
            high = crossings > high ? crossings : high;
        }
        printf("%s at 64: %d to %d crossings a round, in %d rounds\n", names[k],
               low, high, across);
        assert_int_equal(sum, 6 * 16 * 16);
        assert_int_equal(across, num_rounds_across[k]);
        assert_int_equal(low, fewest[k]);
        assert_int_equal(high, most[k]);
        qdr_schedule_cleanup(&schedule);
    }
}

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
    build_named("reb", &pattern, &schedule);
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
                build_named(kernel->name, &pattern, &schedule);
                assert_proved(kernel, &pattern, &schedule, kernel->name);
                if (!cost_holds(kernel, &pattern, &schedule, &error))
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
    build_named("reb", &pattern, &schedule); /* 0-2 | 0-1 2-3 */
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
    build_named("rex", &pattern, &schedule);
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error), QDR_OK);
    schedule.transfers[0].bytes -= 5;
    assert_int_equal(qdr_check_delivery(&schedule, &pattern, &error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(error.text, "carries 27 bytes, but its 2 messages"));
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
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
    assert_true(cost_holds(&right, &pattern, &schedule, &error));
    assert_false(cost_holds(&wrong, &pattern, &schedule, &error));
    assert_non_null(strstr(error.text, "formula 5 alpha + 40 beta, "
                                       "schedule 4 alpha + 32 beta"));
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
        assert_proved(kernel, &pattern, &schedule, "cutoff");
        assert_true(cost_holds(kernel, &pattern, &schedule, &error));
        if (c == 0)
            assert_int_equal(schedule.num_transfers, pattern.num_messages);
        assert_true(schedule.num_transfers > fewer);
        fewer = schedule.num_transfers;
        qdr_schedule_cleanup(&schedule);
    }
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
    build_named("rs_nh", &pattern, &schedule);
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
        cmocka_unit_test(test_crossings_at_16),
        cmocka_unit_test(test_crossings_at_64),
        cmocka_unit_test(test_broadcasts),
        cmocka_unit_test(test_wrong_broadcasts),
        cmocka_unit_test(test_wrong_block_length),
        cmocka_unit_test(test_wrong_cost_is_caught),
        cmocka_unit_test(test_seeds_matter),
        cmocka_unit_test(test_cutoff),
        cmocka_unit_test(test_cutoff_of_the_example),
        cmocka_unit_test(test_edge_colouring_is_optimal),
        cmocka_unit_test(test_table6_rounds),
        cmocka_unit_test(test_table10),
        cmocka_unit_test(test_unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
