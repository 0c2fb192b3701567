/* kernels/alltoallv/alltoallv_bruck_test.c -- every radix of bruck, its route
 * and its predictions.
 *
 * For p = 1..33 and 64 and every radix: the symbolic checker agrees, the cost
 * formula holds, no round is empty, and a route has the counts that listing its
 * messages gives.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernels/core/problem/problem.h"
#include "kernels/kernel.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

static const qdr_network fat_tree = {.alpha_us = 1.301,
                                     .beta_ns = 0.08,
                                     .link_excess = 1,
                                     .sender_free_us = 0.951,
                                     .receiver_free_us = 0.951};

static const qdr_kernel *bruck(void)
{
    return qdr_kernel_named("bruck");
}

/* The values point into `text`. */
static qdr_values values_of(char text[32], int radix)
{
    qdr_values values;

    snprintf(text, 32, "radix=%d", radix);
    qdr_values_init(&values, bruck()->parameters);
    assert_ok(qdr_values_read(&values, "bruck", text, NULL));
    return values;
}

static void visit_radices(void (*visit)(int p, int radix))
{
    for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
        for (int radix = 2; radix == 2 || radix <= p; radix++)
            visit(p, radix);
}

static void assert_schedule(int p, int radix)
{
    /* Complete, ragged, random. */
    static const int kinds[] = {1, 5, 8};
    char text[32], where[64];
    const qdr_values values = values_of(text, radix);

    for (int i = 0; i < 3; i++) {
        qdr_pattern pattern = {0};
        qdr_schedule schedule = {0};
        qdr_problem problem;
        qdr_error error = {""};
        snprintf(where, sizeof where, "p = %d, radix %d, %s", p, radix,
                 qdr_pattern_kind_name(kinds[i]));
        assert_ok(qdr_pattern_init_kind(&pattern, kinds[i], p, &error));
        problem = qdr_problem_of(bruck(), &pattern, 0);
        problem.values = &values;
        if (qdr_kernel_build(bruck(), &problem, &schedule, &error) != QDR_OK)
            fail_msg("%s: %s", where, error.text);
        qdr_assert_proved_in(bruck(), &problem, &schedule, &bruck()->mode,
                             where);
        if (!qdr_cost_holds(bruck(), &problem, &schedule, &error))
            fail_msg("%s: %s", where, error.text);
        for (int64_t k = 0; k < schedule.num_rounds; k++)
            assert_true(schedule.round_begin[k] < schedule.round_begin[k + 1]);
        qdr_schedule_cleanup(&schedule);
        qdr_pattern_cleanup(&pattern);
    }
}

TEST(every_radix)
{
    visit_radices(assert_schedule);
}

/* By listing the messages of a complete exchange: what rank 0 sends on. */
static void assert_route(int p, int radix)
{
    const qdr_route route = qdr_route_of(p, radix);

    for (int k = 0; k < route.num_rounds; k++) {
        bool is_receiver[64] = {false};
        int count = 0, fan = 0;
        for (int src = 0; src < p; src++)
            for (int dst = 0; dst < p; dst++) {
                int next = qdr_route_place(&route, k + 1, src, dst);
                if (qdr_route_place(&route, k, src, dst) != 0 || next == 0)
                    continue;
                count++;
                fan += !is_receiver[next];
                is_receiver[next] = true;
            }
        assert_int_equal(qdr_route_count(&route, k), count);
        assert_int_equal(qdr_route_fan(&route, k), fan);
        for (int z = 1; z <= fan; z++)
            assert_true(is_receiver[z * route.units[k + 1]]);
    }
    for (int src = 0; src < p; src++) {
        int span = qdr_route_span(&route, src, 0);
        for (int dst = 0; dst < p; dst++) {
            bool passes = src == 0 || dst == 0;
            for (int k = 0; k < route.num_rounds; k++)
                passes |= qdr_route_place(&route, k, src, dst) == 0;
            assert_int_equal(passes, dst < span);
            assert_int_equal(qdr_route_place(&route, 0, src, dst), src);
            assert_int_equal(
                qdr_route_place(&route, route.num_rounds, src, dst), dst);
        }
    }
}

TEST(routes)
{
    visit_radices(assert_route);
}

static double predict(int radix, const qdr_problem *of)
{
    char text[32];

    snprintf(text, sizeof text, "radix=%d", radix);
    return qdr_predict_named("bruck", text, of);
}

/* A complete exchange. */
static qdr_problem problem_of(int p, int64_t bytes, qdr_traffic_summary *room)
{
    *room = qdr_traffic_summary_complete(NULL, p, (p - 1) * bytes);
    return (qdr_problem){.collective = QDR_ALLTOALLV,
                         .num_procs = p,
                         .messages.summary = room,
                         .network = &fat_tree};
}

/* 4 ranks share an adapter, and 16, 8 and 4 of their messages leave in three
 * rounds; at the end of one round, all 16 at once. */
TEST(adapters)
{
    static const qdr_network levels = {.alpha_us = 1,
                                       .beta_ns = 1000,
                                       .link_excess = 1,
                                       .sender_free_us = 0.5,
                                       .receiver_free_us = 0.5,
                                       .inside_alpha_us = 1,
                                       .inside_beta_ns = 1000,
                                       .node_ranks = 4,
                                       .adapter_ranks = 4};
    qdr_traffic_summary summary;
    qdr_problem problem = problem_of(8, 1000, &summary);

    summary = qdr_traffic_summary_complete(&levels, 8, 7000);
    problem.network = &levels;
    assert_true(fabs(predict(2, &problem) - (16000 + 8000 + 4001)) < 1e-6);
    assert_true(fabs(predict(8, &problem) - 16000) < 1e-6);
    assert_true(predict(0, &problem) <= 16000);
}

/* Radix 0 is, for all but a hundredth, as fast as the best. */
TEST(radix_0_is_the_fastest)
{
    static const int procs[] = {1, 2, 3, 7, 64, 100, 256, 1000};
    static const int64_t lengths[] = {0, 20, 520, 4096, 65536};

    for (size_t i = 0; i < sizeof procs / sizeof *procs; i++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            qdr_traffic_summary summary;
            const qdr_problem problem =
                problem_of(procs[i], lengths[l], &summary);
            double us = predict(0, &problem);
            for (int radix = 2; radix <= procs[i]; radix++)
                if (us > 1.01 * predict(radix, &problem))
                    fail_msg("p = %d, %lld bytes: radix %d is faster", procs[i],
                             (long long)lengths[l], radix);
        }
}

/* Times of the simulated fat tree, which has this network, in us, radix 0 of
 * uneven patterns:
 *   ./quadrille bench --algorithm bruck --machine fat_tree_smpi --density D
 * The prediction is within a tenth for equal messages, and within a quarter for
 * random patterns, with at most max_sends messages of a rank. */
TEST(simulated_times)
{
    static const struct {
        int p, radix;
        int64_t bytes, max_sends, num_messages;
        double us;
    } cells[] = {
        {16, 2, 20, 15, 240, 5.256},     {16, 4, 20, 15, 240, 4.2},
        {64, 2, 20, 63, 4032, 8.115},    {64, 4, 20, 63, 4032, 6.3},
        {64, 8, 20, 63, 4032, 9.8},      {256, 3, 20, 255, 65280, 10.246},
        {256, 4, 20, 255, 65280, 8.415}, {256, 16, 20, 255, 65280, 21},
        {64, 0, 20, 22, 806, 6.3},       {64, 0, 2048, 22, 806, 10.545},
        {256, 0, 8, 24, 3264, 8.4},      {256, 0, 1500, 24, 3264, 12.098},
        {256, 0, 2500, 41, 6528, 20.402}};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        bool is_equal = cells[i].max_sends == cells[i].p - 1;
        qdr_traffic_summary summary;
        const qdr_problem problem =
            problem_of(cells[i].p, cells[i].bytes, &summary);
        double ratio;
        summary.max_sends = summary.max_receives = cells[i].max_sends;
        summary.max_sent_bytes = summary.max_received_bytes =
            cells[i].max_sends * cells[i].bytes;
        summary.num_messages = cells[i].num_messages;
        summary.total_bytes = cells[i].num_messages * cells[i].bytes;
        ratio = predict(cells[i].radix, &problem) / cells[i].us;
        assert_true(ratio > (is_equal ? 0.9 : 0.8) &&
                    ratio < (is_equal ? 1.1 : 1.25));
    }
}

TEST(refused_radices)
{
    static const struct {
        int p, radix;
        const char *reason;
    } cells[] = {{1, 1, "radix: 1; accepted: 2 to 2 for 1 processes, or 0"},
                 {1, 3, "radix: 3; accepted: 2 to 2 for 1 processes, or 0"},
                 {2, 3, "radix: 3; accepted: 2 to 2 for 2 processes, or 0"},
                 {7, 8, "radix: 8; accepted: 2 to 7 for 7 processes, or 0"}};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char text[32];
        const qdr_values values = values_of(text, cells[i].radix);
        qdr_pattern pattern = {0};
        qdr_problem problem;
        qdr_error error = {""};
        assert_ok(qdr_pattern_init_complete(&pattern, cells[i].p, 8, NULL));
        problem = qdr_problem_of(bruck(), &pattern, 0);
        problem.values = &values;
        assert_int_equal(qdr_kernel_accepts(bruck(), &problem, &error),
                         QDR_ERROR_INPUT);
        assert_string_equal(error.text, cells[i].reason);
        qdr_pattern_cleanup(&pattern);
    }
}
