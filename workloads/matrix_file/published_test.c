/* workloads/matrix_file/published_test.c -- schedules, compared with the
 * figures, the tables and the claims of [ponnusamy1992], round by round.
 */
#include <stdio.h>

#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

/* "For a complete exchange operation this algorithm creates the same
 * communication schedule as pairwise exchange" [ponnusamy1992, Sec. 4.4]. */
TEST(greedy_equals_pairwise_when_complete)
{
    for (int p = 2; p <= 39; p++) {
        qdr_schedule gs = {0}, ps = {0};

        qdr_build_complete("gs", p, &gs);
        qdr_build_complete("ps", p, &ps);
        qdr_assert_equal(&gs, &ps);
        qdr_schedule_cleanup(&gs);
        qdr_schedule_cleanup(&ps);
    }
}

/* The partner of `rank` in round j, as in the figures; p if none. */
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

/* The irregular schedulings of a complete exchange are the complete exchanges
 * whose rules they name [ponnusamy1992, Sec. 4.1-4.3; wang1993, Sec. 3.2;
 * ranka1995, Sec. 4]. */
TEST(irregular_schedulings_have_the_same_rounds)
{
    static const char *const pairs[][2] = {{"ls", "lex"},
                                           {"ps", "pex"},
                                           {"bs", "bex"},
                                           {"lp", "pex"},
                                           {"lp_barrier", "pex"}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int p = 2; p <= 33; p++) {
            qdr_schedule irregular = {0}, complete = {0};
            qdr_build_complete(pairs[i][0], p, &irregular);
            qdr_build_complete(pairs[i][1], p, &complete);
            qdr_assert_equal(&irregular, &complete);
            qdr_schedule_cleanup(&irregular);
            qdr_schedule_cleanup(&complete);
        }
}

/* In round i of lex processor i receives from every other one [ponnusamy1992,
 * Sec. 3.1]. */
TEST(linear_exchange)
{
    for (int p = 2; p <= 33; p++) {
        qdr_schedule schedule = {0};
        qdr_build_complete("lex", p, &schedule);
        assert_int_equal(schedule.num_rounds, p);
        for (int i = 0; i < p; i++) {
            assert_int_equal(
                schedule.round_begin[i + 1] - schedule.round_begin[i], p - 1);
            for (int64_t t = schedule.round_begin[i];
                 t < schedule.round_begin[i + 1]; t++)
                assert_int_equal(schedule.transfers[t].dst, i);
        }
        qdr_schedule_cleanup(&schedule);
    }
}

/* pex and bex are [ponnusamy1992, Fig. 2 and 4], round by round, with partners
 * that do not exist skipped. */
TEST(figures_2_and_4)
{
    static const struct {
        const char *name;
        int (*partner)(int, int, int);
    } figures[] = {{"pex", partner_in_figure2}, {"bex", partner_in_figure4}};

    for (size_t f = 0; f < 2; f++)
        for (int p = 2; p <= 33; p++) {
            qdr_schedule schedule = {0};
            int64_t t = 0;

            qdr_build_complete(figures[f].name, p, &schedule);
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
TEST(crossings_at_16)
{
    static const struct {
        const char *name;
        int crossings[15];
    } expected[] = {
        {"pex", {0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}},
        {"bex", {4, 4, 4, 8, 6, 6, 6, 8, 8, 8, 8, 8, 6, 6, 6}},
    };

    for (size_t k = 0; k < 2; k++) {
        qdr_schedule schedule = {0};

        qdr_build_complete(expected[k].name, 16, &schedule);
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
TEST(crossings_at_64)
{
    static const char *const names[] = {"pex", "bex"};
    static const int num_rounds_across[] = {48, 63};
    static const int fewest[] = {0, 4}, max[] = {32, 32};

    for (size_t k = 0; k < 2; k++) {
        qdr_schedule schedule = {0};
        int sum = 0, across = 0, low = 64, high = 0;

        qdr_build_complete(names[k], 64, &schedule);
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
        assert_int_equal(high, max[k]);
        qdr_schedule_cleanup(&schedule);
    }
}

/* The rounds that [ponnusamy1992, Sec. 4.1-4.4] states for Table 6. */
TEST(table6_rounds)
{
    static const struct {
        const char *name;
        int rounds;
    } published[] = {{"ls", 8}, {"ps", 6}, {"bs", 7}, {"gs", 6}};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_read(
        &pattern, "workloads/matrix_file/ponnusamy1992_table6.txt", &error));
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        qdr_schedule schedule = {0};
        qdr_build_named(published[i].name, &pattern, &schedule);
        assert_int_equal(schedule.num_rounds, published[i].rounds);
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}

/* [ponnusamy1992, Table 10], but for round 5, where the table prints 2 <-> 4
 * and Table 6 has only 4 -> 2. */
TEST(table10)
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

    assert_ok(qdr_pattern_read(
        &pattern, "workloads/matrix_file/ponnusamy1992_table6.txt", &error));
    qdr_build_named("gs", &pattern, &schedule);
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
