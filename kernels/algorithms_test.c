/* kernels/algorithms_test.c -- properties of single algorithms: the tree of
 * reb, the cutoff of rs_nh, the optimum of edge_colouring, formulas.
 */
#include <string.h>

#include "kernels/core/schedule/cost.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

/* The example of bcast_recursive.c. */
TEST(broadcast_of_the_example)
{
    static const int tree[][3] = {{0, 3, 0}, {1, 3, 5}, {1, 0, 2},
                                  {2, 3, 4}, {2, 5, 6}, {2, 0, 1}};
    const qdr_problem problem = {.collective = QDR_BCAST,
                                 .num_procs = 7,
                                 .vector = {.root = 3, .bytes = 10}};
    const qdr_kernel *kernel;
    qdr_schedule schedule = {0};
    qdr_error error = {""};
    int num_found = 0;

    assert_ok(qdr_kernel_find("reb", &kernel, &error));
    assert_ok(qdr_kernel_build(kernel, &problem, &schedule, &error));
    assert_int_equal(schedule.num_transfers, 6);
    for (size_t e = 0; e < 6; e++)
        for (int64_t t = schedule.round_begin[tree[e][0]];
             t < schedule.round_begin[tree[e][0] + 1]; t++)
            num_found += schedule.transfers[t].src == tree[e][1] &&
                         schedule.transfers[t].dst == tree[e][2];
    assert_int_equal(num_found, 6);
    qdr_schedule_cleanup(&schedule);
}

/* The example of alltoallv_longest_first.c; and equal messages, which each rank
 * sends to the next rank first. */
TEST(longest_first)
{
    static const qdr_message messages[] = {{0, 1, 10}, {0, 2, 90}, {1, 2, 50}};
    static const int unequal[][2] = {{0, 2}, {1, 2}, {0, 1}};
    static const int equal[][2] = {{0, 1}, {1, 2}, {2, 0},
                                   {0, 2}, {1, 0}, {2, 1}};

    for (int is_equal = 0; is_equal < 2; is_equal++) {
        const qdr_kernel *kernel = qdr_kernel_named("longest_first");
        const int(*order)[2] = is_equal ? equal : unequal;
        qdr_pattern pattern = {0};
        qdr_schedule schedule = {0};
        qdr_error error = {""};
        if (is_equal)
            assert_ok(qdr_pattern_init_complete(&pattern, 3, 7, &error));
        else
            assert_ok(qdr_pattern_init(&pattern, 3, messages, 3, &error));
        const qdr_problem problem = qdr_problem_of(kernel, &pattern, 1);
        assert_ok(qdr_kernel_build(kernel, &problem, &schedule, &error));
        assert_int_equal(schedule.num_transfers, is_equal ? 6 : 3);
        for (int64_t t = 0; t < schedule.num_transfers; t++) {
            assert_int_equal(schedule.transfers[t].src, order[t][0]);
            assert_int_equal(schedule.transfers[t].dst, order[t][1]);
        }
        qdr_schedule_cleanup(&schedule);
        qdr_pattern_cleanup(&pattern);
    }
}

/* In each of its lg N rounds rex sends N / 2 messages of each rank as one
 * [ponnusamy1992, Sec. 3.3]. */
TEST(recursive_exchange_moves_half)
{
    for (int p = 2, rounds = 1; p <= 64; p *= 2, rounds++) {
        qdr_schedule schedule = {0};

        qdr_build_complete("rex", p, &schedule);
        assert_int_equal(schedule.num_rounds, rounds);
        for (int64_t i = 0; i < rounds; i++) {
            int64_t bytes[64] = {0}, messages[64] = {0};
            for (int64_t t = schedule.round_begin[i];
                 t < schedule.round_begin[i + 1]; t++) {
                bytes[schedule.transfers[t].src] += schedule.transfers[t].bytes;
                messages[schedule.transfers[t].src] +=
                    !schedule.transfers[t].joins;
            }
            for (int r = 0; r < p; r++) {
                assert_int_equal(bytes[r], p / 2);
                assert_int_equal(messages[r], 1);
            }
        }
        qdr_schedule_cleanup(&schedule);
    }
}

/* With a cutoff that no message reaches all messages are whole; a lower cutoff
 * makes more pieces. */
TEST(cutoff)
{
    static const char *const cutoffs[] = {"cutoff=1e9", "cutoff=1.5",
                                          "cutoff=1.25", "cutoff=1"};
    const qdr_kernel *kernel;
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    int64_t fewer = 0;

    assert_ok(qdr_kernel_find("rs_nh", &kernel, &error));
    assert_ok(qdr_pattern_init_kind(&pattern, 5, 12, &error));
    for (size_t c = 0; c < sizeof cutoffs / sizeof *cutoffs; c++) {
        qdr_problem problem = qdr_problem_of(kernel, &pattern, 1);
        char text[32];
        qdr_values values;
        qdr_schedule schedule = {0};
        strcpy(text, cutoffs[c]);
        qdr_values_init(&values, kernel->parameters);
        assert_ok(qdr_values_read(&values, kernel->name, text, &error));
        problem.values = &values;
        assert_ok(qdr_kernel_build(kernel, &problem, &schedule, &error));
        qdr_assert_proved(kernel, &problem, &schedule, "cutoff");
        assert_true(qdr_cost_holds(kernel, &problem, &schedule, &error));
        if (c == 0)
            assert_int_equal(schedule.num_transfers, pattern.num_messages);
        assert_true(schedule.num_transfers > fewer);
        fewer = schedule.num_transfers;
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}

/* The example of alltoallv_random_heap.c, whatever the seed. */
TEST(cutoff_of_the_example)
{
    static const qdr_message messages[] = {
        {0, 1, 90}, {1, 2, 10}, {2, 3, 10}, {3, 4, 10}};
    static const int64_t pieces[][2] = {{0, 60}, {60, 30}};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_init(&pattern, 5, messages, 4, &error));
    qdr_build_named("rs_nh", &pattern, &schedule);
    assert_int_equal(schedule.num_transfers, 5);
    for (int64_t i = 0; i < 2; i++) {
        qdr_transfer found = schedule.transfers[schedule.round_begin[i]];
        assert_int_equal(found.src, 0);
        assert_int_equal(found.offset, pieces[i][0]);
        assert_int_equal(found.bytes, pieces[i][1]);
    }
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

/* Exactly as many rounds as the max degree, on every kind of pattern. */
TEST(edge_colouring_is_optimal)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
        for (int p = 1; p <= 64; p++) {
            qdr_pattern pattern = {0};
            qdr_pattern_stats stats;
            qdr_schedule schedule = {0};
            qdr_error error = {""};

            assert_ok(qdr_pattern_init_kind(&pattern, kind, p, &error));
            assert_ok(qdr_pattern_get_stats(&pattern, &stats, &error));
            qdr_build_named("edge_colouring", &pattern, &schedule);
            assert_int_equal(schedule.num_rounds, stats.max_degree);
            qdr_schedule_cleanup(&schedule);
            qdr_pattern_cleanup(&pattern);
        }
}

/* Counted by hand, for two ranks that send to each other. A rule makes two
 * probes a round: destination and source. The others probe each row in a round,
 * and its entries up to the first that is free; both random ones probe each
 * entry once before, and rs_nh when it makes a row's heap. */
TEST(looks_of_the_smallest)
{
    static const struct {
        const char *name;
        int64_t num_probes;
    } rows[] = {
        {"pex", 2},
        {"lp", 2},
        {"gs", 1 + 1 + 1},
        {"rs_n", 2 + 2 * (1 + 1)},
        {"rs_nh", 2 + 2 * (1 + 1 + 1)},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_schedule schedule = {0};

        qdr_build_complete(rows[i].name, 2, &schedule);
        assert_int_equal(schedule.num_probes, rows[i].num_probes);
        qdr_schedule_cleanup(&schedule);
    }
}

/* What the headers say of a complete exchange of 100 bytes a message, where the
 * round is a function of source and destination: one rank after another
 * receives from all, or P - 1 rounds at most, p - 1 if p = P = 2^k, or p - 1.
 */
TEST(formulas_of_rounds)
{
    for (int p = 1, pow2 = 1; p <= 33; p++, pow2 *= pow2 < p ? 2 : 1) {
        const int all = p - 1, in_turn = p * all;
        const struct {
            const char *name;
            int min, max;
        } rows[] = {
            {"lex", in_turn, in_turn}, {"ls", in_turn, in_turn},
            {"pex", all, pow2 - 1},    {"ps", all, pow2 - 1},
            {"bex", all, pow2 - 1},    {"bs", all, pow2 - 1},
            {"lp", all, pow2 - 1},     {"lp_barrier", all, pow2 - 1},
            {"scattered", all, all},
        };
        qdr_pattern pattern = {0};
        qdr_error error = {""};

        assert_ok(qdr_pattern_init_complete(&pattern, p, 100, &error));
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            const qdr_kernel *kernel = qdr_kernel_named(rows[i].name);
            const qdr_problem problem = qdr_problem_of(kernel, &pattern, 1);
            qdr_cost cost;

            assert_ok(qdr_kernel_cost(kernel, &problem, &cost, &error));
            assert_in_range(cost.alpha, rows[i].min, rows[i].max);
            assert_int_equal(cost.beta, 100 * cost.alpha);
        }
        qdr_pattern_cleanup(&pattern);
    }
}
